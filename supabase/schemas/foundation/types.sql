-- Why rows change, for triggers that treat bulk changes differently. It lasts until it is set again or the
-- transaction ends.
create type private.write_mode as enum (
  -- An import adds rows, or its undo removes them.
  'import',
  -- Thanks become due after gifts that staff entered.
  'thanks',
  -- Two people or records become one, or two again.
  'merge',
  -- A retention rule deletes or clears rows.
  'retention',
  -- A person is erased.
  'erasure',
  -- A member of staff leaves, or it is undone.
  'leaving'
);
