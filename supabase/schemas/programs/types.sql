create type public.program_status as enum ('active', 'planned', 'completed', 'cancelled');
