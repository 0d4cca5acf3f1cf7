-- Why rows change, for triggers that treat changes in bulk in another way. It lasts until it is set again
-- or the transaction ends.
create type private.write_mode as enum (
  -- Rows of an import come or, at its undo, go.
  'import',
  -- Thanks become due after gifts that staff entered.
  'thanks',
  -- The references of two people become those of one, or are parted again.
  'merge',
  -- The gifts of a batch move to the list of gifts.
  -- A retention rule deletes or clears rows.
  'retention',
  -- A person is erased.
  'erasure'
);
