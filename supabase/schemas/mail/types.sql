-- Each reviewer's choice of notices for each kind. The default is the daily digest.

create type public.notice_choice as enum ('at_once', 'daily', 'none');
