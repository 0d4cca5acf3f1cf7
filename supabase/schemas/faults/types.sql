create type public.fault_place as enum ('public', 'staff', 'function', 'worker');
