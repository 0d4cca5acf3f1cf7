create type private.data_subject as (
  address text, record uuid, persons uuid[], people_left uuid[], addresses text[], shared text[],
  accounts uuid[], people uuid[], contacts uuid[], submissions uuid[], subscriptions uuid[], gifts uuid[],
  donors uuid[], merges uuid[], ids uuid[], moments timestamptz[], names text[], account_names text[], erased_names jsonb,
  phones text[]
);
comment on type private.data_subject is
  'The rows that were chosen of a person, of an address, or of a record: a mentee, or the child of a program application. `persons` are the people whom it is about; `people_left` those who go with the chosen rows; `addresses` only theirs, `shared` those that others have too; `people` are mentors, mentees and trainers; `contacts` mentees with an address of their own, who lose a parent''s contact; `ids` all together; `moments` when forms were sent; `phones` the private.phone_keys of their rows.';

create type private.subject_record as (
  id uuid, kind text, person uuid, name text, entry text, title text, email text, phone text, amount numeric,
  happened_at timestamptz, is_sure boolean, child uuid, child_name text
);
comment on type private.subject_record is
  'A record that a hand-over or an erasure names, to be chosen or not. `kind` is its table, as private.rows_of_people has it; or `children` and `parent_contacts`, mentees without and with an address of their own, whose record names the person as a parent; `merges`, an earlier record in that of someone else; `people`, a second contact without a record. `is_sure` where more than a claim ties it to the person. The name of a child is shown after an opening of `child`.';
