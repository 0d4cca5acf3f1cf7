create type public.match_status as enum ('proposed', 'active', 'paused', 'closed');
create type public.meeting_outcome as enum ('planned', 'happened', 'cancelled', 'missed');
create type public.attendance_status as enum ('present', 'late', 'excused', 'absent');
