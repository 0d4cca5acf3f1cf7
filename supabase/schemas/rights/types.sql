create type private.data_subject as (
  address text, record uuid, persons uuid[], people_left uuid[], addresses text[], shared text[],
  accounts uuid[], people uuid[], contacts uuid[], submissions uuid[], subscriptions uuid[], gifts uuid[],
  donors uuid[], merges uuid[], ids uuid[], moments timestamptz[], names text[], account_names text[], erased_names jsonb,
  phones text[]
);
comment on type private.data_subject is
  'The rows chosen for a person, an address or a record (a mentee, or the child of a program application). `persons` are the people it is about; `people_left` those who go with the chosen rows; `addresses` are only theirs, `shared` others have, too; `people` are mentors, mentees and trainers; `contacts` are mentees with their own address, who lose a parent''s contact; `ids` are all of these; `moments` are when forms were sent; `phones` are the private.phone_keys of their rows.';

create type private.subject_record as (
  id uuid, kind text, person uuid, name text, entry text, title text, email text, phone text, amount numeric,
  happened_at timestamptz, is_sure boolean, child uuid, child_name text
);
comment on type private.subject_record is
  'A record that a hand-over or an erasure lists, to be chosen or not. `kind` is its table, as in private.rows_of_people; or `children` and `parent_contacts`: mentees without and with their own address whose record names the person as a parent; or `merges`: an earlier record that was merged into someone else''s; or `people`: a second contact without a record. `is_sure` means that more than a claim ties it to the person. The name of a child is shown only after an opening of `child`.';
