create type public.log_action as enum ('added', 'changed', 'removed', 'exported', 'opened', 'imported', 'undone');
