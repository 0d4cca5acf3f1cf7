create type private.audience_member as (address text, name text, person_id uuid, no_contact boolean);
