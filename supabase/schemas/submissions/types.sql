create type public.application_status as enum ('new', 'contacted', 'accepted', 'rejected');
create type public.proposal_status as enum ('new', 'contacted', 'in_progress', 'accepted', 'rejected');
create type public.message_status as enum ('new', 'contacted', 'in_progress', 'closed');
create type public.registration_status as enum (
  'new', 'contacted', 'confirmed', 'waitlisted', 'offered', 'lapsed', 'declined'
);

create type public.submission_kind as enum (
  'volunteer', 'program', 'partnership', 'message', 'registration', 'pledge'
);
create type public.submission_status as enum (
  'new', 'contacted', 'in_progress', 'accepted', 'rejected', 'closed',
  'confirmed', 'waitlisted', 'offered', 'lapsed', 'declined'
);
