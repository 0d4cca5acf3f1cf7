create type public.enrolment_state as enum ('enrolled', 'waiting', 'withdrawn');
