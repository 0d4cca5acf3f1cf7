-- What a guardian reads and answers. A text is never changed: a new version asks again.

create table private.consent_texts (
  kind text not null check (kind in ('photo', 'trip', 'data')),
  version integer not null check (version > 0),
  words text not null check (private.is_text(words, 2000)),
  since timestamptz not null default now(),
  primary key (kind, version)
);
comment on table private.consent_texts is
  'The texts of consents, by kind and version; the highest version counts. Answers stay with the version that was read.';
alter table private.consent_texts enable row level security;

insert into private.consent_texts (kind, version, words) values
  ('photo', 1, E'We may take photos and videos of your child in our programs, and show them on our website, in our newsletter and in printed reports.\n\nWe never publish your child’s last name or address with a picture. If you say no, your child can still take part in everything.'),
  ('trip', 1, E'Your child may come with us on trips away from the usual place of the program.\n\nBefore each trip we tell you where we are going, how we travel and when we’ll be back. An adult of our team stays with the children the whole time.'),
  ('data', 1, E'We may keep what helps us support your child: school, grade, and our notes on how your child is doing.\n\nOnly staff who work with your child can read it, and we give it to no one else. You can ask to see it at any time.');
