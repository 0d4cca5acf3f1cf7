create type public.app_role as enum (
  'admin', 'director', 'development_manager', 'staff', 'mentor', 'mentee', 'student', 'donor',
  'supporter', 'accounting', 'program_manager', 'fundraiser', 'user'
);
