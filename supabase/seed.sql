-- Local accounts and sample rows for development and tests. Never run against a real project.
-- Every account's password is kindlewell-local, hashed fast: it is no secret. All people are made up.

-- Accounts. The profile is made by the trigger on auth.users.
do $$
declare
  hashed_password constant text := extensions.crypt('kindlewell-local', extensions.gen_salt('bf', 4));
  account record;
begin
  for account in
    select * from (values
      ('10000000-0000-4000-8000-000000000001'::uuid, 'admin@kindlewell.test',           'Grace Tolbert',      interval '420 days'),
      ('10000000-0000-4000-8000-000000000002'::uuid, 'staff@kindlewell.test',           'Daniel Okafor',      interval '380 days'),
      ('10000000-0000-4000-8000-000000000003'::uuid, 'mentors@kindlewell.test',         'Hannah Reyes',       interval '310 days'),
      ('10000000-0000-4000-8000-000000000004'::uuid, 'program.manager@kindlewell.test', 'Samuel Weah',        interval '290 days'),
      ('10000000-0000-4000-8000-000000000005'::uuid, 'fundraiser@kindlewell.test',      'Olivia Brandt',      interval '255 days'),
      ('10000000-0000-4000-8000-000000000006'::uuid, 'supporter@kindlewell.test',       'Marcus Bell',        interval '120 days'),
      ('10000000-0000-4000-8000-000000000007'::uuid, 'director@kindlewell.test',        'Ruth Kollie',        interval '400 days'),
      ('10000000-0000-4000-8000-000000000008'::uuid, 'development@kindlewell.test',     'Peter Lindqvist',    interval '360 days'),
      ('10000000-0000-4000-8000-000000000009'::uuid, 'accounting@kindlewell.test',      'Mei-Ling Chao',      interval '350 days'),
      ('10000000-0000-4000-8000-000000000010'::uuid, 'mentor@kindlewell.test',          'Josephine Carter',   interval '210 days'),
      ('10000000-0000-4000-8000-000000000011'::uuid, 'mentee@kindlewell.test',          'Emmanuel Dolo',      interval '190 days'),
      ('10000000-0000-4000-8000-000000000012'::uuid, 'student@kindlewell.test',         'Patience Sumo',      interval '160 days'),
      ('10000000-0000-4000-8000-000000000013'::uuid, 'donor@kindlewell.test',           'Renée Fontaine',     interval '95 days'),
      ('10000000-0000-4000-8000-000000000014'::uuid, 'newcomer@kindlewell.test',        null,                 interval '2 days')
    ) as listed (id, email, full_name, age)
  loop
    insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
      raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new, email_change,
      created_at, updated_at
    ) values (
      account.id, 'authenticated', 'authenticated', account.email, hashed_password, now(),
      '{"provider": "email", "providers": ["email"]}',
      jsonb_strip_nulls(jsonb_build_object('full_name', account.full_name)),
      '', '', '', '', now() - account.age, now() - account.age
    );
    insert into auth.identities (
      id, user_id, provider_id, provider, identity_data, last_sign_in_at, created_at, updated_at
    ) values (
      gen_random_uuid(), account.id, account.id::text, 'email',
      jsonb_build_object('sub', account.id, 'email', account.email, 'email_verified', true),
      now(), now() - account.age, now() - account.age
    );
    update public.profiles set created_at = now() - account.age, proven = true where id = account.id;
  end loop;

  -- The full auth service finds accounts by this column.
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    execute 'update auth.users set instance_id = ''00000000-0000-0000-0000-000000000000''';
  end if;
end
$$;

insert into public.user_roles (user_id, role)
select profile.id, listed.role::public.app_role
from (values
  ('admin@kindlewell.test', 'admin'),
  ('staff@kindlewell.test', 'staff'),
  ('mentors@kindlewell.test', 'staff'),
  ('program.manager@kindlewell.test', 'program_manager'),
  ('fundraiser@kindlewell.test', 'fundraiser'),
  ('supporter@kindlewell.test', 'supporter'),
  ('director@kindlewell.test', 'director'),
  ('development@kindlewell.test', 'development_manager'),
  ('accounting@kindlewell.test', 'accounting'),
  ('mentor@kindlewell.test', 'mentor'),
  ('mentee@kindlewell.test', 'mentee'),
  ('student@kindlewell.test', 'student'),
  ('donor@kindlewell.test', 'donor')
) as listed (email, role)
join public.profiles profile using (email);

insert into public.user_permissions (user_id, permission_id, granted_by)
select holder.id, permission.id, admin.id
from public.profiles holder
join public.permissions permission on
  holder.email = 'staff@kindlewell.test'
    and permission.name not in ('can_edit_user_roles', 'can_review_submissions')
  or holder.email = 'development@kindlewell.test' and permission.name = 'can_review_submissions'
  or holder.email = 'mentors@kindlewell.test' and permission.name = 'can_manage_mentors'
  or holder.email = 'fundraiser@kindlewell.test' and permission.name = 'can_manage_donations'
join public.profiles admin on admin.email = 'admin@kindlewell.test';

-- Sample rows: `npm run db:reset -- --empty` leaves them out.

-- People

insert into public.mentors (first_name, last_name, email, phone, expertise, bio, status, created_at)
select first_name, last_name, email, phone, expertise, bio, status::public.person_status, now() - age
from (values
  ('Josephine', 'Carter', 'josephine.carter@example.org', '+1 512 555 0101', 'Early literacy', 'Retired first-grade teacher who reads aloud better than anybody we know.', 'active', interval '300 days'),
  ('Tomás', 'Herrera', 'tomas.herrera@example.org', '+1 512 555 0102', 'Mathematics', 'Civil engineer; explains fractions with bridges.', 'active', interval '281 days'),
  ('Fatu', 'Massaquoi', 'fatu.massaquoi@example.org', '+231 77 555 0103', 'Nursing and health', 'Community nurse in Paynesville.', 'active', interval '262 days'),
  ('William', 'Ashford', 'william.ashford@example.org', '+1 704 555 0104', 'Career guidance', 'Hiring manager who helps with first applications.', 'active', interval '240 days'),
  ('Aisha', 'Rahman', 'aisha.rahman@example.org', '+1 718 555 0105', 'Computer science', 'Software engineer, runs the Saturday coding table.', 'active', interval '214 days'),
  ('Benjamin', 'Kpadeh', 'benjamin.kpadeh@example.org', '+231 88 555 0106', 'Agriculture', 'Keeps the school garden alive.', 'active', interval '190 days'),
  ('Claire', 'Dubois', 'claire.dubois@example.org', '+1 347 555 0107', 'French, writing', 'Translator who loves a well-kept notebook.', 'active', interval '165 days'),
  ('Isaac', 'Nyumah', 'isaac.nyumah@example.org', '+231 77 555 0108', 'Football and teamwork', 'Youth coach in Bensonville.', 'active', interval '133 days'),
  ('Margaret', 'O''Neill', 'margaret.oneill@example.org', '+1 919 555 0109', 'Reading support', 'Speech therapist.', 'inactive', interval '120 days'),
  ('Dewitt', 'Johnson', 'dewitt.johnson@example.org', '+1 214 555 0110', 'Personal finance', 'Credit-union branch manager.', 'active', interval '88 days'),
  ('Sofia', 'Lindgren', 'sofia.lindgren@example.org', null, 'Music', 'Choir director.', 'inactive', interval '61 days'),
  ('Kwame', 'Asante', 'kwame.asante@example.org', '+1 512 555 0112', 'Science fairs', 'Chemistry teacher with a box of safe explosions.', 'active', interval '19 days')
) as listed (first_name, last_name, email, phone, expertise, bio, status, age);

insert into public.mentees (first_name, last_name, email, phone, grade_level, school_name, parent_name, parent_email, parent_phone, status, created_at)
select first_name, last_name, null, null, grade_level, school_name, parent_name, parent_email, parent_phone, status::public.person_status, now() - age
from (values
  ('Emmanuel', 'Dolo', 'Grade 5', 'Kindlewell Academy', 'Martha Dolo', 'martha.dolo@example.org', '+231 77 555 0201', 'active', interval '270 days'),
  ('Patience', 'Sumo', 'Grade 4', 'Kindlewell Academy', 'James Sumo', 'james.sumo@example.org', '+231 77 555 0202', 'active', interval '268 days'),
  ('Lucky', 'Flomo', 'Grade 2', 'Kindlewell Academy', 'Rita Flomo', 'rita.flomo@example.org', '+231 88 555 0203', 'active', interval '255 days'),
  ('Blessing', 'Togba', 'Kindergarten', 'Kindlewell Academy', 'Esther Togba', 'esther.togba@example.org', '+231 77 555 0204', 'active', interval '233 days'),
  ('Prince', 'Wleh', 'Grade 3', 'Kindlewell Academy', 'Comfort Wleh', null, '+231 88 555 0205', 'active', interval '219 days'),
  ('Amara', 'Kamara', 'Grade 6', 'Bensonville Public School', 'Musa Kamara', 'musa.kamara@example.org', '+231 77 555 0206', 'active', interval '201 days'),
  ('Diego', 'Morales', 'Grade 8', 'Oak Hill Middle School', 'Lucía Morales', 'lucia.morales@example.org', '+1 512 555 0207', 'active', interval '180 days'),
  ('Jada', 'Freeman', 'Grade 9', 'Eastside High School', 'Tanya Freeman', 'tanya.freeman@example.org', '+1 704 555 0208', 'active', interval '161 days'),
  ('Noah', 'Whitfield', 'Grade 7', 'Oak Hill Middle School', 'Erin Whitfield', 'erin.whitfield@example.org', '+1 512 555 0209', 'active', interval '147 days'),
  ('Zawadi', 'Mensah', 'Grade 10', 'Eastside High School', 'Abena Mensah', 'abena.mensah@example.org', '+1 704 555 0210', 'inactive', interval '140 days'),
  ('Samuel', 'Kerkula', 'Grade 1', 'Kindlewell Academy', 'Hawa Kerkula', null, '+231 77 555 0211', 'active', interval '112 days'),
  ('Faith', 'Paye', 'Grade 2', 'Kindlewell Academy', 'Joseph Paye', 'joseph.paye@example.org', '+231 88 555 0212', 'active', interval '90 days'),
  ('Elijah', 'Brooks', 'Grade 6', 'Bronx Community School', 'Denise Brooks', 'denise.brooks@example.org', '+1 718 555 0213', 'active', interval '66 days'),
  ('Mariama', 'Bah', 'Grade 5', 'Bronx Community School', 'Ibrahima Bah', 'ibrahima.bah@example.org', '+1 347 555 0214', 'active', interval '41 days'),
  ('Chloe', 'Nguyen', 'Grade 4', 'Cedar Park Elementary', 'Linh Nguyen', 'linh.nguyen@example.org', '+1 512 555 0215', 'active', interval '22 days'),
  ('Moses', 'Gaye', 'Kindergarten', 'Kindlewell Academy', 'Sarah Gaye', null, '+231 77 555 0216', 'inactive', interval '15 days')
) as listed (first_name, last_name, grade_level, school_name, parent_name, parent_email, parent_phone, status, age);

insert into public.trainers (first_name, last_name, email, phone, specialization, bio, status, created_at)
select first_name, last_name, email, phone, specialization, bio, status::public.person_status, now() - age
from (values
  ('Ruth', 'Kollie', 'ruth.kollie@example.org', '+231 77 555 0301', 'Early childhood pedagogy', 'Twenty years in classrooms of fifteen and of sixty.', 'active', interval '330 days'),
  ('Anthony', 'Greaves', 'anthony.greaves@example.org', '+1 512 555 0302', 'Classroom management', 'Coaches new teachers through their first term.', 'active', interval '305 days'),
  ('Nomsa', 'Dlamini', 'nomsa.dlamini@example.org', '+1 919 555 0303', 'Adult literacy', 'Writes our own primer.', 'active', interval '244 days'),
  ('Victor', 'Saye', 'victor.saye@example.org', '+231 88 555 0304', 'Technology in schools', 'Makes one laptop serve a whole row.', 'active', interval '177 days'),
  ('Elena', 'Petrova', 'elena.petrova@example.org', null, 'Child psychology', 'On leave until the new year.', 'inactive', interval '150 days'),
  ('Harold', 'Baines', 'harold.baines@example.org', '+1 704 555 0306', 'Real-estate basics', 'Broker and patient teacher.', 'active', interval '98 days'),
  ('Teneh', 'Johnson', 'teneh.johnson@example.org', '+231 77 555 0307', 'Parent engagement', 'Leads the evening circles.', 'active', interval '54 days')
) as listed (first_name, last_name, email, phone, specialization, bio, status, age);

-- Programs and assignments

insert into public.programs (name, description, start_date, end_date, status, manager_id, created_at)
select name, description, current_date + starts, current_date + ends, status::public.program_status, manager.id, now() - age
from (values
  ('Early Childhood Education', 'Full-day school for children from three to ten.', -300, 65, 'active', interval '320 days'),
  ('Parent Engagement', 'Evening circles for parents and guardians.', -200, 165, 'active', interval '250 days'),
  ('Teacher Training', 'Two terms of coaching in the classroom.', -120, 120, 'active', interval '180 days'),
  ('Youth Mentorship', 'One adult, one young person, one hour a week.', -90, 275, 'active', interval '150 days'),
  ('Community Partnerships', 'Churches and community centres as places to learn.', 30, 395, 'planned', interval '60 days'),
  ('Summer Reading Camp', 'Six weeks, forty books.', -170, -128, 'completed', interval '230 days'),
  ('Winter Coding Week', 'Postponed until the lab has power again.', -20, -15, 'cancelled', interval '75 days')
) as listed (name, description, starts, ends, status, age)
join public.profiles manager on manager.email = 'program.manager@kindlewell.test';

insert into public.program_mentees (program_id, mentee_id, added_by)
select program.id, mentee.id, admin.id
from public.programs program
join public.mentees mentee on mentee.status = 'active' and (
  program.name = 'Early Childhood Education' and mentee.school_name = 'Kindlewell Academy'
  or program.name = 'Youth Mentorship' and mentee.school_name <> 'Kindlewell Academy'
)
join public.profiles admin on admin.email = 'admin@kindlewell.test';

insert into public.program_mentors (program_id, mentor_id, added_by)
select program.id, mentor.id, admin.id
from public.programs program
join public.mentors mentor on mentor.status = 'active' and program.name = 'Youth Mentorship'
join public.profiles admin on admin.email = 'admin@kindlewell.test';

-- When and where they can meet, and what they wish

update public.mentors set weekdays = fits.weekdays, place = fits.place, wishes = fits.wishes, capacity = fits.capacity
from (values
  ('Josephine', 'Tue, Thu', 'Austin', 'A child who likes stories.', 2), ('Tomás', 'Mon, Wed', 'Austin', null, 1),
  ('William', 'Sat', 'Charlotte', 'Somebody who looks for a first job.', 2), ('Aisha', 'Sat, Sun', 'New York', null, 1),
  ('Claire', 'Wed, Fri', 'New York', 'A child who writes.', 2), ('Dewitt', 'Thu', 'Austin', null, 1), ('Kwame', 'Tue, Sat', 'Austin', null, 2)
) as fits (first_name, weekdays, place, wishes, capacity)
where mentors.first_name = fits.first_name;
update public.mentees set weekdays = fits.weekdays, place = fits.place, wishes = fits.wishes
from (values
  ('Amara', 'Mon, Sat', 'Bensonville', null), ('Diego', 'Mon, Wed', 'Austin', 'Help with fractions.'), ('Jada', 'Sat', 'Charlotte', 'To see an office.'),
  ('Noah', 'Sat', 'New York', null), ('Elijah', 'Wed, Sat', 'New York', 'To build a game.'), ('Mariama', 'Fri', 'New York', null),
  ('Chloe', 'Tue', 'Austin', 'Someone who reads aloud.')
) as fits (first_name, weekdays, place, wishes)
where mentees.first_name = fits.first_name;
update private.people set language = 'Spanish' where id in (
  select person_id from public.mentors where first_name = 'Tomás' union select person_id from public.mentees where first_name = 'Diego'
);
update private.people set language = 'English' where id in (
  select person_id from public.mentors where first_name in ('Josephine', 'William', 'Aisha', 'Dewitt', 'Kwame')
  union select person_id from public.mentees where first_name in ('Jada', 'Noah', 'Elijah', 'Chloe')
);

-- Matches: one that meets, one that is quiet, a paused and a proposed one

insert into public.matches (
  id, mentor_id, mentee_id, program_id, status, mentor_agreed_on, guardian_agreed_on, since, supervisor_id, deputy_id, created_by, created_at
)
select gen_random_uuid(), mentor.id, mentee.id, program.id, listed.status::public.match_status,
  case when since is not null then private.office_today() - since - 5 end, case when since is not null then private.office_today() - since - 3 end,
  private.office_today() - since, staff.id, admin.id, staff.id, now() - make_interval(days => coalesce(since, 0) + 7)
from (values
  ('Josephine', 'Chloe', 'active', 12), ('Aisha', 'Noah', 'active', 60), ('Claire', 'Mariama', 'paused', 80), ('William', 'Jada', 'proposed', null)
) as listed (mentor, mentee, status, since)
join public.mentors mentor on mentor.first_name = listed.mentor
join public.mentees mentee on mentee.first_name = listed.mentee
join public.programs program on program.name = 'Youth Mentorship'
join public.profiles staff on staff.email = 'staff@kindlewell.test'
join public.profiles admin on admin.email = 'admin@kindlewell.test';
insert into public.match_pauses (match_id, starts_on) select id, private.office_today() - 30 from public.matches where status = 'paused';
insert into public.match_contacts (id, match_id, day, met, note, author_id, author_name)
select gen_random_uuid(), id, private.office_today() - 5, '{mentor,guardian}', 'Both are glad about the book.', supervisor_id, private.account_name(supervisor_id)
from public.matches where status = 'active' and since > private.office_today() - 30;

-- Meetings: one of a match, and one of a group today

insert into public.meetings (id, program_id, match_id, day, minutes, outcome, place, topics, note, recorded_by, recorder_name)
select gen_random_uuid(), pair.program_id, pair.id, private.office_today() - 4, 60, 'happened', 'Library', 'A story about the sea',
  'She read a whole page aloud.', staff.id, staff.full_name
from public.matches pair join public.mentors mentor on mentor.id = pair.mentor_id and mentor.first_name = 'Josephine'
join public.profiles staff on staff.email = 'program.manager@kindlewell.test';
insert into public.meetings (id, program_id, title, day, minutes, outcome, place, topics, is_collected, needs_consents, recorded_by, recorder_name)
select gen_random_uuid(), program.id, 'Career afternoon', private.office_today(), 120, 'happened', 'Library', 'First jobs', true, '{photo}', staff.id, staff.full_name
from public.programs program join public.profiles staff on staff.email = 'program.manager@kindlewell.test' and program.name = 'Youth Mentorship';
insert into public.meeting_attendances (meeting_id, mentee_id, status, marked_by)
select meeting.id, mentee.id, marked.status::public.attendance_status, meeting.recorded_by
from (values ('Chloe', 'present'), ('Noah', 'late'), ('Jada', 'excused')) as marked (name, status)
join public.mentees mentee on mentee.first_name = marked.name join public.meetings meeting on meeting.title = 'Career afternoon';

insert into public.program_trainers (program_id, trainer_id, added_by)
select program.id, trainer.id, admin.id
from public.programs program
join public.trainers trainer on trainer.status = 'active' and (
  program.name = 'Teacher Training' and trainer.specialization in ('Early childhood pedagogy', 'Classroom management', 'Technology in schools')
  or program.name = 'Parent Engagement' and trainer.specialization = 'Parent engagement'
)
join public.profiles admin on admin.email = 'admin@kindlewell.test';

-- What the evening circles require of their trainers. All is met; the background check ends in 40 days.

insert into public.program_requirements (program_id, kind, name, version, months, created_at)
select programs.id, 'trainers', required.name, version, months, now() - interval '240 days'
from public.programs cross join (values
  ('Background check', null, 24), ('References', null, null), ('Safeguarding training', null, 12), ('Code of conduct', '2', null)
) as required (name, version, months)
where programs.name = 'Parent Engagement';

insert into public.clearances (id, trainer_id, name, version, done_on, valid_until, note, verified_by, verifier_name, created_at)
select gen_random_uuid(), trainer_id, evidence.name, version, current_date - since, current_date + days, note, admin.id, admin.full_name,
  now() - make_interval(days => least(since, 50))
from public.program_trainers join public.programs on programs.id = program_id and programs.name = 'Parent Engagement'
cross join (values
  ('Background check', null, 690, 40, 'County and federal, nothing found'), ('References', null, 60, null, 'Two calls'),
  ('Safeguarding training', null, 55, 300, null), ('Code of conduct', '2', 54, null, 'Signed on paper')
) as evidence (name, version, since, days, note)
join public.profiles admin on admin.email = 'admin@kindlewell.test';

insert into private.clearance_notices (clearance_id, program_id, until, days)
select clearances.id, told, valid_until, 60
from public.clearances cross join (select null::uuid as told union all select id from public.programs where name = 'Parent Engagement') as listed
where valid_until = current_date + 40;

-- Submissions

-- When the office is closed: the federal holidays of this year and the next, on the weekday on which
-- they are observed.

insert into public.holidays (day, name)
select listed.day + case extract(isodow from listed.day) when 6 then -1 when 7 then 1 else 0 end, name
from generate_series(extract(year from current_date)::int, extract(year from current_date)::int + 1) as year
cross join lateral (values
  ('New Year''s Day', make_date(year, 1, 1)),
  ('Martin Luther King Jr. Day', date_trunc('week', make_date(year, 1, 21))::date),
  ('Presidents'' Day', date_trunc('week', make_date(year, 2, 21))::date),
  ('Memorial Day', date_trunc('week', make_date(year, 5, 31))::date),
  ('Juneteenth', make_date(year, 6, 19)),
  ('Independence Day', make_date(year, 7, 4)),
  ('Labor Day', date_trunc('week', make_date(year, 9, 7))::date),
  ('Indigenous Peoples'' Day', date_trunc('week', make_date(year, 10, 14))::date),
  ('Veterans Day', make_date(year, 11, 11)),
  ('Thanksgiving', date_trunc('week', make_date(year, 11, 25))::date + 3),
  ('Christmas Day', make_date(year, 12, 25))
) as listed (name, day);

insert into public.volunteer_applications (first_name, last_name, email, phone, interests, availability, experience, motivation, status, created_at)
select first_name, last_name, email, phone, interests::text[], availability, experience, motivation, status::public.application_status, now() - age
from (values
  ('Naomi', 'Whitaker', 'naomi.whitaker@example.org', '+1 512 555 0401', '{tutoring}', 'Tuesday and Thursday evenings', 'Two years of homework help at the public library.', 'My own tutor changed how I saw myself. I would like to pass that on.', 'new', interval '3 hours'),
  ('Gabriel', 'Santos', 'gabriel.santos@example.org', '+1 718 555 0402', '{teaching,events}', 'Weekends', 'Licensed teacher, grades 3 to 5.', 'I moved to New York and miss my classroom.', 'new', interval '9 hours'),
  ('Princess', 'Varney', 'princess.varney@example.org', '+231 77 555 0403', '{events}', 'School holidays', null, 'I grew up two streets from the school.', 'new', interval '1 day 2 hours'),
  ('Henry', 'Aldous', 'henry.aldous@example.org', '+1 919 555 0404', '{admin}', 'Weekday mornings', 'Thirty years of book-keeping.', 'Retired, restless, and good with spreadsheets.', 'contacted', interval '2 days 5 hours'),
  ('Yuki', 'Tanabe', 'yuki.tanabe@example.org', null, '{tutoring,admin}', 'Flexible', 'University student in education.', 'I need practice hours and like small groups.', 'contacted', interval '4 days'),
  ('Olamide', 'Bankole', 'olamide.bankole@example.org', '+1 214 555 0406', '{teaching}', 'Saturday mornings', 'Taught adult English classes at church.', 'Words open doors.', 'accepted', interval '6 days'),
  ('Charlotte', 'Reed', 'charlotte.reed@example.org', '+1 704 555 0407', '{events,admin}', 'Evenings', 'Ran the school fair three years in a row.', 'Happy to carry tables.', 'accepted', interval '8 days'),
  ('Musa', 'Kromah', 'musa.kromah@example.org', '+231 88 555 0408', '{teaching,tutoring}', 'Every afternoon', 'Teaching assistant.', 'The children ask better questions every week.', 'accepted', interval '11 days'),
  ('Dana', 'Fischer', 'dana.fischer@example.org', null, '{tutoring}', 'One hour a week', null, 'A colleague told me about you.', 'rejected', interval '13 days'),
  ('Luis', 'Ocampo', 'luis.ocampo@example.org', '+1 347 555 0410', '{events}', 'Summer', 'Sound technician.', 'Every fundraiser needs working microphones.', 'contacted', interval '16 days'),
  ('Rebecca', 'Zor', 'rebecca.zor@example.org', '+231 77 555 0411', '{teaching}', 'Mornings', 'Kindergarten teacher for six years.', 'Small classes, at last.', 'accepted', interval '21 days'),
  ('Oscar', 'Lind', 'oscar.lind@example.org', '+1 512 555 0412', '{admin,events,tutoring}', 'Two evenings a week', 'Scout leader.', 'My daughters are grown and the evenings are long.', 'new', interval '26 days')
) as listed (first_name, last_name, email, phone, interests, availability, experience, motivation, status, age);

insert into public.program_applications (first_name, last_name, email, phone, relationship, program_interest, child_name, child_age, goals, previous_experience, special_needs, status, created_at)
select first_name, last_name, email, phone, relationship, program_interest, child_name, child_age, goals, previous_experience, special_needs, status::public.application_status, now() - age
from (values
  ('Martha', 'Gbowee', 'martha.gbowee@example.org', '+231 77 555 0501', 'parent', 'early-childhood', 'Grace Gbowee', 4, 'That she learns to read with joy.', null, null, 'new', interval '5 hours'),
  ('Carlos', 'Mendez', 'carlos.mendez@example.org', '+1 512 555 0502', 'parent', 'parent-engagement', null, null, 'Help my son with school in a second language.', 'Attended one evening as a guest.', null, 'new', interval '20 hours'),
  ('Lorpu', 'Zayzay', 'lorpu.zayzay@example.org', '+231 88 555 0503', 'grandparent', 'early-childhood', 'Junior Zayzay', 3, 'A safe place while I am at the market.', null, 'Mild asthma; carries an inhaler.', 'contacted', interval '2 days'),
  ('Andrea', 'Collins', 'andrea.collins@example.org', '+1 704 555 0504', 'guardian', 'leadership-development', 'Malik Collins', 15, 'Public speaking.', 'Student council.', null, 'accepted', interval '5 days'),
  ('Joseph', 'Tamba', 'joseph.tamba@example.org', '+231 77 555 0505', 'relative', 'early-childhood', 'Hawa Tamba', 5, 'Ready for first grade.', null, null, 'accepted', interval '7 days'),
  ('Priya', 'Nair', 'priya.nair@example.org', '+1 919 555 0506', 'parent', 'community-training', null, null, 'Start a reading circle in our building.', 'Organised a book swap.', null, 'contacted', interval '9 days'),
  ('Deborah', 'Cooper', 'deborah.cooper@example.org', '+231 88 555 0507', 'caregiver', 'early-childhood', 'Samuel Cooper', 6, 'Friends of his own age.', null, 'Wears a hearing aid on the left ear.', 'new', interval '12 days'),
  ('Aaron', 'Blake', 'aaron.blake@example.org', '+1 214 555 0508', 'parent', 'leadership-development', 'Tessa Blake', 13, null, null, null, 'rejected', interval '17 days'),
  ('Kebbeh', 'Sackie', 'kebbeh.sackie@example.org', '+231 77 555 0509', 'parent', 'parent-engagement', null, null, 'Understand the new report cards.', null, null, 'accepted', interval '23 days'),
  ('Ines', 'Duarte', 'ines.duarte@example.org', '+1 718 555 0510', 'parent', 'community-training', null, null, 'Learn to run a meeting.', null, null, 'new', interval '29 days')
) as listed (first_name, last_name, email, phone, relationship, program_interest, child_name, child_age, goals, previous_experience, special_needs, status, age);

insert into public.partnership_proposals (organization_name, contact_name, contact_title, email, phone, website, organization_type, partnership_type, organization_size, description, goals, resources, timeline, budget, previous_partnerships, status, created_at)
select organization_name, contact_name, contact_title, email, phone, website, organization_type, partnership_type, organization_size, description, goals, resources, timeline, budget, previous_partnerships, status::public.proposal_status, now() - age
from (values
  ('Harbor & Pine Books', 'Ellen Marsh', 'Owner', 'ellen@harborpine.example', '+1 512 555 0601', 'https://harborpine.example', 'corporation', 'corporate', '11-50', 'A children''s shelf in our shop, with a share of every sale for your library.', 'A thousand new books by summer.', 'Shelf space, staff time, two events a year.', 'From March', 'USD 8,000 in kind', null, 'new', interval '7 hours'),
  ('Montserrado Teachers'' College', 'Dr. Alfred Gaye', 'Dean of Practice', 'a.gaye@mtc.example', '+231 77 555 0602', 'https://mtc.example', 'educational', 'educational', '201-1000', 'Teaching practice for our third-year students in your classrooms.', 'Thirty placements a year.', 'Supervisors and transport.', 'Next academic year', null, 'Placements with two public schools.', 'in_progress', interval '3 days'),
  ('City of Bensonville', 'Hon. Mary Tarr', 'Commissioner for Education', 'education@bensonville.example', '+231 88 555 0603', null, 'government', 'government', '51-200', 'Use of the community hall for adult literacy classes.', 'Two classes a week.', 'Hall, light and a caretaker.', 'Immediately', null, null, 'accepted', interval '8 days'),
  ('Lantern Relief', 'Jonas Weber', 'Programs Lead', 'jonas@lantern.example', '+1 919 555 0604', 'https://lantern.example', 'non-profit', 'ngo', '51-200', 'School meals three days a week.', 'No child learns hungry.', 'Kitchen equipment.', 'Two terms as a pilot', 'USD 24,000', 'Meals in four schools since 2021.', 'contacted', interval '12 days'),
  ('Bright Ledger LLP', 'Sandra Koh', 'Partner', 'sandra.koh@brightledger.example', '+1 214 555 0605', 'https://brightledger.example', 'corporation', 'corporate', '1000+', 'Pro bono audit and financial-literacy workshops.', 'Clean books and confident parents.', 'Sixty hours a year.', 'Open', 'None needed', null, 'accepted', interval '19 days'),
  ('The Ferrow Family Foundation', 'Thomas Ferrow', 'Trustee', 'grants@ferrow.example', '+1 704 555 0606', null, 'foundation', 'multiple', '1-10', 'A three-year grant for teacher salaries.', 'Steady staffing.', 'Funding and evaluation support.', 'Three years', 'USD 150,000', 'Rural libraries in Kentucky.', 'new', interval '25 days'),
  ('QuickPrize Media', 'Rob Stone', 'Sales', 'rob@quickprize.example', '+1 347 555 0607', 'https://quickprize.example', 'other', 'corporate', '11-50', 'A raffle on your website.', 'Traffic.', null, null, null, null, 'rejected', interval '33 days')
) as listed (organization_name, contact_name, contact_title, email, phone, website, organization_type, partnership_type, organization_size, description, goals, resources, timeline, budget, previous_partnerships, status, age);

insert into public.newsletter_subscriptions (name, email, created_at)
select name, email, now() - age
from (values
  ('Ada Winters', 'ada.winters@example.org', interval '1 day'),
  ('Bertrand Cole', 'bertrand.cole@example.org', interval '4 days'),
  ('Cecelia Yarkpah', 'cecelia.yarkpah@example.org', interval '9 days'),
  ('Dmitri Volkov', 'dmitri.volkov@example.org', interval '15 days'),
  ('Esi Owusu', 'esi.owusu@example.org', interval '22 days'),
  ('Frank Delgado', 'frank.delgado@example.org', interval '30 days'),
  ('Gloria Tweh', 'gloria.tweh@example.org', interval '44 days'),
  ('Hiro Matsuda', 'hiro.matsuda@example.org', interval '58 days'),
  ('Irene Bassey', 'irene.bassey@example.org', interval '73 days'),
  ('Jack Molloy', 'jack.molloy@example.org', interval '91 days')
) as listed (name, email, age);

insert into public.contact_messages (name, email, message, status, created_at)
select name, email, message, status::public.message_status, now() - age
from (values
  ('Teresa Vance', 'teresa.vance@example.org', 'May our scout troop visit the academy in April? We are twelve girls and two leaders.', 'new', interval '6 hours'),
  ('Boakai Harris', 'boakai.harris@example.org', 'I sent an application last week and would like to correct my phone number.', 'new', interval '2 days'),
  ('Lydia Armitage', 'lydia.armitage@example.org', 'Do you accept gently used school desks? We have forty.', 'in_progress', interval '6 days'),
  ('Nathan Cruz', 'nathan.cruz@example.org', 'Where can I read your annual report?', 'closed', interval '14 days'),
  ('Wokie Freeman', 'wokie.freeman@example.org', 'Thank you for the evening circle. My mother has not stopped talking about it.', 'closed', interval '27 days'),
  -- Due today, on a business day.
  ('Anselm Rourke', 'anselm.rourke@example.org', 'Our choir would like to sing for you before the holidays. May I call one of you?', 'new', (
    select now() - max(day) from generate_series(now() - interval '14 days', now(), interval '1 day') as day
    where private.due_at(day, 2) < date_trunc('day', now(), private.office_time_zone()) + interval '1 day'
  ))
) as listed (name, email, message, status, age);

-- The queue: most were answered in time, every fifth a day late.

update public.submissions as stored
set answered_at = case when number % 5 = 0 then least(due_at + interval '1 day', now())
  else created_at + (least(due_at, now()) - created_at) * (0.1 + 0.15 * (number % 5)) end
from (select id, row_number() over (order by reference) as number from public.submissions) as numbered
where stored.id = numbered.id and answered_at is not null;

update public.submissions as stored set assignee_id = profile.id
from (select id, row_number() over (order by reference) as number from public.submissions) as numbered
join public.profiles profile on profile.email = case number % 4
  when 1 then 'development@kindlewell.test' when 2 then 'admin@kindlewell.test' end
where stored.id = numbered.id;

insert into public.submission_notes (submission_id, author_id, body, created_at)
select submission.id, author.id, listed.body, submission.created_at + interval '2 hours'
from (values
  ('naomi.whitaker@example.org', 'development', 'Called, left a message. Tuesdays suit the homework table.'),
  ('oscar.lind@example.org', 'admin', 'Knows Rebecca from the scouts; ask her first.'),
  ('martha.gbowee@example.org', 'development', 'Place in the morning group is free from Monday.'),
  ('grants@ferrow.example', 'admin', 'The board wants to see the evaluation plan before we answer.'),
  ('grants@ferrow.example', 'development', 'Plan is in the shared folder.')
) as listed (email, author, body)
join public.submissions submission on submission.email = listed.email
join public.profiles author on author.email = listed.author || '@kindlewell.test';

insert into public.program_seats (program, seats) values ('bawg-workshops', 4), ('teacher-training', 20);

insert into public.program_registrations (
  program, first_name, last_name, email, phone, organization, motivation, accessibility, emergency_name,
  emergency_phone, wants_waitlist, status, waitlisted_at, terms_version, created_at
)
select program, first_name, last_name, email, phone, organization, motivation, accessibility, emergency_name,
  emergency_phone, status = 'waitlisted', status::public.registration_status,
  case when status = 'waitlisted' then now() - age end, '2026-11-22', now() - age
from (values
  ('bawg-workshops', 'Miriam', 'Oduya', 'miriam.oduya@example.org', '+1 512 555 0701', null, 'A budget that survives August.', null, null, null, 'confirmed', interval '30 days'),
  ('bawg-workshops', 'Terrence', 'Boyd', 'terrence.boyd@example.org', null, 'Harbor & Pine Books', 'To pay off one card at a time.', null, null, null, 'confirmed', interval '26 days'),
  ('bawg-workshops', 'Garmai', 'Zeon', 'garmai.zeon@example.org', '+231 77 555 0702', null, null, null, null, null, 'confirmed', interval '21 days'),
  ('bawg-workshops', 'Lucille', 'Hartman', 'lucille.hartman@example.org', '+1 512 555 0703', null, 'My daughter comes along.', 'A seat near the door, please.', 'Ann Hartman', '+1 512 555 0704', 'confirmed', interval '18 days'),
  ('bawg-workshops', 'Patience', 'Sumo', 'patience.sumo@example.org', '+231 77 555 0705', null, 'To save for the roof.', null, null, null, 'waitlisted', interval '9 days'),
  ('bawg-workshops', 'Ezra', 'Blum', 'ezra.blum@example.org', null, null, null, null, null, null, 'waitlisted', interval '4 days'),
  ('teacher-training', 'Comfort', 'Yates', 'comfort.yates@example.org', '+1 512 555 0706', 'Paynesville Public School', 'Forty first-graders in one room.', 'I use a wheelchair.', 'Samuel Yates', '+1 512 555 0707', 'new', interval '5 hours'),
  ('teacher-training', 'Alphonso', 'Kerkulah', 'alphonso.kerkulah@example.org', null, 'Kakata Elementary', null, null, null, null, 'confirmed', interval '12 days')
) as listed (program, first_name, last_name, email, phone, organization, motivation, accessibility, emergency_name, emergency_phone, status, age);

insert into public.pledges (name, email, amount, frequency, tribute, tribute_name, notify, tribute_message, status, created_at)
select name, email, amount, frequency, tribute, tribute_name, notify, tribute_message, status::public.message_status, now() - age
from (values
  ('Gloria Stanfield', 'gloria.stanfield@example.org', 50, 'monthly', 'memory', 'Ida Stanfield', E'Her sister Vera Pohl\n12 Elm Street, Dallas, TX 75201', 'She read to all of us.', 'new', interval '7 hours'),
  ('Peter Dahn', 'peter.dahn@example.org', 250, 'once', null, null, null, null, 'contacted', interval '8 days')
) as listed (name, email, amount, frequency, tribute, tribute_name, notify, tribute_message, status, age);

insert into public.answer_templates (name, kind, subject, body)
values
  ('Visits to the academy', 'message', 'Your visit to us ({{reference}})', E'Dear {{name}},\n\nyou are very welcome. Groups come on Thursdays between ten and noon; please tell us how many you are and whether you need the ramp.\n\nKind regards,\n{{my_name}}\n{{our_name}}, {{our_phone}}'),
  ('Things, not money', 'message', 'Your gift in kind ({{reference}})', E'Dear {{name}},\n\nthank you for thinking of us. We gladly take desks, books and paper, and cannot store clothes. When could somebody bring them?\n\nKind regards,\n{{my_name}}');

-- Fundraising, courses, campaigns and grades

insert into public.funds (name, purpose) values
  ('Science lab', 'Only equipment of the science lab'),
  ('School meals', null);

insert into public.donations (donor_name, donor_email, amount, donation_type, campaign, fund_id, created_at)
select donor_name, donor_email, amount, donation_type, campaign,
  (select id from public.funds where name = 'Science lab' and donor_name = 'Hiro Matsuda'), now() - age
from (values
  ('Renée Fontaine', 'donor@kindlewell.test', 250.00, 'one-time', 'Library', interval '1 day'),
  ('Anonymous', null, 40.00, 'one-time', null, interval '2 days'),
  ('Walter Price', 'walter.price@example.org', 25.00, 'monthly', null, interval '3 days'),
  ('Bright Ledger LLP', 'giving@brightledger.example', 5000.00, 'corporate', 'Teacher salaries', interval '6 days'),
  ('Grace Church, Durham', 'office@gracechurch.example', 1200.00, 'one-time', 'School meals', interval '11 days'),
  ('Ada Winters', 'ada.winters@example.org', 15.00, 'monthly', null, interval '14 days'),
  ('Hiro Matsuda', 'hiro.matsuda@example.org', 100.00, 'one-time', 'Library', interval '20 days'),
  ('Walter Price', 'walter.price@example.org', 25.00, 'monthly', null, interval '33 days'),
  ('The Ferrow Family Foundation', 'grants@ferrow.example', 10000.00, 'grant', 'Teacher salaries', interval '40 days'),
  ('Linh Nguyen', 'linh.nguyen@example.org', 60.00, 'one-time', null, interval '47 days'),
  ('Ada Winters', 'ada.winters@example.org', 15.00, 'monthly', null, interval '45 days'),
  ('Omar Haddad', 'omar.haddad@example.org', 500.00, 'one-time', 'School meals', interval '58 days'),
  ('Walter Price', 'walter.price@example.org', 25.00, 'monthly', null, interval '63 days'),
  ('Ellen Marsh', 'ellen@harborpine.example', 320.50, 'one-time', 'Library', interval '75 days'),
  ('Ada Winters', 'ada.winters@example.org', 15.00, 'monthly', null, interval '76 days'),
  ('Lantern Relief', 'finance@lantern.example', 2400.00, 'corporate', 'School meals', interval '88 days'),
  ('Walter Price', 'walter.price@example.org', 25.00, 'monthly', null, interval '94 days'),
  ('Irene Bassey', 'irene.bassey@example.org', 75.00, 'one-time', null, interval '102 days'),
  ('Jack Molloy', 'jack.molloy@example.org', 45.00, 'one-time', 'Library', interval '117 days'),
  ('Walter Price', 'walter.price@example.org', 25.00, 'monthly', null, interval '125 days'),
  ('Comfort Wleh', null, 12.00, 'one-time', null, interval '139 days'),
  ('St. Brigid''s Parish', 'parish@stbrigid.example', 850.00, 'one-time', 'Teacher salaries', interval '151 days'),
  ('Walter Price', 'walter.price@example.org', 25.00, 'monthly', null, interval '156 days'),
  ('Renée Fontaine', 'donor@kindlewell.test', 250.00, 'one-time', 'Library', interval '170 days'),
  ('Frank Delgado', 'frank.delgado@example.org', 200.00, 'one-time', null, interval '194 days')
) as listed (donor_name, donor_email, amount, donation_type, campaign, age);

insert into public.donations (donor_name, donor_email, amount, donation_type, campaign, matched_gift_id, created_at)
select 'Bright Ledger LLP', 'giving@brightledger.example', amount, 'corporate', campaign, id, created_at + interval '1 day'
from public.donations where donor_name = 'Hiro Matsuda';
insert into public.donations (donor_name, donor_email, amount, donation_type, campaign, method, exchange_value, exchange, entered_at, created_at)
values ('Ellen Marsh', 'ellen@harborpine.example', 150, 'one-time', 'Gala', 'card', 60, 'Gala dinner', now(), now() - interval '8 days');
insert into public.donations (donor_name, donor_email, donation_type, method, description, estimate, fund_id, entered_at, created_at)
select 'Jack Molloy', 'jack.molloy@example.org', 'one-time', 'in_kind', 'Twelve used microscopes', 600, id, now(), now() - interval '9 days'
from public.funds where name = 'Science lab';
update public.donations set payment_id = 'pi_sample_walter'
where id = (select id from public.donations where donor_name = 'Walter Price' order by created_at desc limit 1);
insert into private.monthly_gifts (id, donor_id, paid_at)
select 'sub_sample_walter', person_id, created_at from public.donations where payment_id = 'pi_sample_walter';
insert into public.gift_returns (gift_id, kind, amount, fee, returned_on, reason)
select id, 'refund', 15, 2.50, (now() - interval '95 days')::date, 'Paid twice' from public.donations where donor_name = 'Irene Bassey';
update public.donations set refunded = 15, change_reason = 'Paid twice' where donor_name = 'Irene Bassey';

insert into public.gift_pledges (id, person_id, donor_name, amount, fund_id, pledged_on)
select pledge.id::uuid, donors.id, donors.name, pledge.amount, funds.id, current_date - days
from (values
  ('00000000-0000-4000-8000-00000ed9e001', 'Frank Delgado', 1000, 'Science lab', 200),
  ('00000000-0000-4000-8000-00000ed9e002', 'Renée Fontaine', 500, null, 172)
) as pledge (id, donor, amount, fund, days)
join public.donors on donors.name = donor left join public.funds on funds.name = fund;
insert into public.pledge_installments (pledge_id, due_on, amount, reminded_at)
select id, current_date + days, part, case when days < 0 then now() end from public.gift_pledges join (values
  ('Frank Delgado', -195, 200), ('Frank Delgado', -10, 400), ('Frank Delgado', 170, 400),
  ('Renée Fontaine', -160, 250), ('Renée Fontaine', 20, 250)
) as listed (donor, days, part) on donor = donor_name;
update public.donations set gift_pledge_id = gift_pledges.id from public.gift_pledges
where gift_pledges.donor_name = 'Frank Delgado' and donations.donor_name = 'Frank Delgado';

insert into public.gift_batches (expected_count, expected_total) values (2, 125), (1, 40);
insert into public.donations (
  batch_id, is_posted, entered_at, donor_name, donor_email, amount, donation_type, method, reference, fund_id, created_at
)
select gift_batches.id, false, now(), 'Harriet Bloom', 'harriet.bloom@example.org', 75, 'one-time', 'check', '2041', funds.id,
  now() - interval '2 days'
from public.gift_batches cross join public.funds where expected_count = 2 and name = 'Science lab';
insert into public.donations (
  entered_at, donor_name, donor_email, amount, donation_type, method, reference, fund_id, split_id, created_at
)
select now() - interval '8 days', 'Noor Haddad', 'noor.haddad@example.org', 40, 'one-time', 'check', '3120', id,
  '5b000000-0000-4000-8000-000000000001', now() - interval '9 days'
from public.funds where name in ('Science lab', 'School meals');
insert into public.fund_spendings (fund_id, amount, spent_on, purpose)
select id, 12.50, current_date - 1, 'Pipettes' from public.funds where name = 'Science lab';

update public.donors set thanked_until = last_gift_at where last_gift_at < now() - interval '10 days';

insert into public.courses (title, description, category, duration, start_date, end_date, capacity, status, created_at)
select title, description, category, duration, current_date + starts, current_date + ends, capacity, status::public.course_status, now() - age
from (values
  ('Reading Together', 'For parents and children, one book a week.', 'Literacy', '8 weeks', -20, 36, 24, 'active', interval '50 days'),
  ('First Numbers', 'Counting, sorting and the courage to guess.', 'Mathematics', '10 weeks', -35, 35, 15, 'active', interval '66 days'),
  ('English for Work', 'Letters, interviews and telephone calls.', 'Adult education', '12 weeks', -10, 74, null, 'active', interval '40 days'),
  ('Household Budgets', 'A notebook, a pencil and a plan.', 'Adult education', '4 weeks', 20, 48, 40, 'planned', interval '18 days'),
  ('Classroom Practice I', 'For new teachers.', 'Teacher training', '1 term', -60, 30, 30, 'active', interval '92 days'),
  ('Classroom Practice II', 'For teachers who finished the first part.', 'Teacher training', '1 term', 60, 150, 30, 'planned', interval '12 days'),
  ('Gardening at School', 'Cassava, beans and patience.', 'Life skills', '6 weeks', -150, -108, 20, 'completed', interval '190 days'),
  ('Introduction to Code', 'Cancelled for lack of power.', 'Technology', '1 week', -20, -15, 12, 'cancelled', interval '70 days')
) as listed (title, description, category, duration, starts, ends, capacity, status, age);

insert into public.email_campaigns (name, subject, content, target_audience, sent_count, status, created_at)
select name, subject, content, target_audience, sent_count, status::public.campaign_status, now() - age
from (values
  ('Spring library appeal', 'A thousand books by summer', 'Dear friend, the shelves are built and waiting …', 'donors', 412, 'sent', interval '160 days'),
  ('Welcome, volunteers', 'Your first week with us', 'Thank you for giving your time. Here is where to be, and when …', 'volunteers', 58, 'sent', interval '110 days'),
  ('Term report', 'Your children’s learning this term', 'Dear parents, here is what we read, counted and planted …', 'parents', 139, 'sent', interval '70 days'),
  ('Year-end letter', 'The year in twelve pictures', 'Draft: pictures still to be chosen.', 'all', 0, 'draft', interval '9 days'),
  ('Partner breakfast', 'Coffee at the academy', 'Draft: date to be confirmed.', 'partners', 0, 'draft', interval '3 days')
) as listed (name, subject, content, target_audience, sent_count, status, age);

insert into public.enrolments (course_id, mentee_id, state, asked_at)
select course.id, mentee.id, 'enrolled', now() - interval '30 days'
from public.mentees mentee
join public.courses course on course.title in ('Reading Together', 'First Numbers')
where mentee.school_name = 'Kindlewell Academy';

insert into public.assessments (course_id, name)
select id, 'Term grade' from public.courses where title in ('Reading Together', 'First Numbers');

insert into public.student_grades (mentee_id, course_id, assessment_id, grade, created_at)
select mentee.id, course.id, assessment.id,
  case when mentee.first_name = 'Lucky' then null
    else 68 + (ascii(mentee.first_name) * 7 + ascii(course.title) * 3 + length(mentee.last_name) * 5) % 30 end,
  now() - interval '10 days'
from public.mentees mentee
join public.courses course on course.title in ('Reading Together', 'First Numbers')
join public.assessments assessment on assessment.course_id = course.id
where mentee.school_name = 'Kindlewell Academy';

-- Applications that were converted earlier

insert into public.conversions (submission_id, reference, trainer_id, is_new, former_status, author_id, author_name)
select submission.id, submission.reference, trainer.id, false, 'contacted', admin.id, admin.full_name
from public.submissions submission
join public.trainers trainer on trainer.first_name = 'Teneh'
join public.profiles admin on admin.email = 'admin@kindlewell.test'
where submission.email = 'musa.kromah@example.org';

-- Consents: two parents were asked and have a link that is open; one answered some of it

insert into private.consent_requests (batch, child_id, adult_id, kinds, road, asked_by, created_at)
select gen_random_uuid(), tie.child_id, tie.adult_id, '{photo,trip,data}', 'mail', admin.id, now() - interval '2 days'
from private.guardians tie
join public.mentees child on child.person_id = tie.child_id and child.last_name in ('Dolo', 'Sumo')
join public.profiles admin on admin.email = 'admin@kindlewell.test';
insert into private.consents (child_id, adult_id, kind, version, answer, road, request_id, given_for, given_as, given_at)
select asked.child_id, asked.adult_id, said.kind, 1, said.answer, 'mail', asked.id, asked.child_id, asked.adult_id, now() - interval '1 day'
from private.consent_requests asked
join public.mentees child on child.person_id = asked.child_id and child.last_name = 'Dolo'
cross join (values ('photo', 'yes'), ('trip', 'no')) as said (kind, answer);

-- Follow-ups: one overdue, others due today and later, one done, and one that no one has

insert into public.tasks (body, due_on, author_id, assignee_id, mentor_id, donor_id, submission_id, program_id)
select body, private.office_today() + days, admin.id, assignee.id,
  (select id from public.mentors where first_name = mentor), (select id from public.donors where email = donor),
  (select id from public.submissions where email = submission limit 1), (select id from public.programs where name = program)
from (values
  ('Ask Ferrow what the next report should have', 0, 'admin@kindlewell.test', null, 'grants@ferrow.example', null, null),
  ('Call back about the workshop in March', 0, 'admin@kindlewell.test', null, null, 'musa.kromah@example.org', null),
  ('Ask for the police certificate', 2, 'staff@kindlewell.test', 'Kwame', null, null, null),
  ('Book the hall for the open day', 5, null, null, null, null, null),
  ('Send the new timetable', 0, 'admin@kindlewell.test', null, null, null, 'Community Partnerships')
) as listed (body, days, assigned, mentor, donor, submission, program)
join public.profiles admin on admin.email = 'admin@kindlewell.test'
left join public.profiles assignee on assignee.email = assigned;
update public.tasks set done_at = now() where body = 'Send the new timetable';
update public.tasks set done_by = author_id where done_at is not null;
alter table public.tasks disable trigger check_task;
update public.tasks set due_on = due_on - 2 where body like 'Ask Ferrow%';
alter table public.tasks enable trigger check_task;

-- The months of these matches: one meets, one went quiet, one rests, and one ended; and the groups of two programs

update public.programs set website_program = listed.website
from (values
  ('Early Childhood Education', 'early-childhood'), ('Parent Engagement', 'parent-engagement'), ('Teacher Training', 'teacher-training'),
  ('Youth Mentorship', 'youth-mentorship'), ('Community Partnerships', 'community-partnerships')
) as listed (name, website)
where programs.name = listed.name;

insert into public.matches (
  id, mentor_id, mentee_id, program_id, status, close_reason, mentor_agreed_on, guardian_agreed_on, since, until, supervisor_id, created_by, created_at
)
select gen_random_uuid(), mentor.id, mentee.id, program.id, 'closed', 'The mentor moved to another shift.', private.office_today() - 86,
  private.office_today() - 85, private.office_today() - 84, private.office_today() - 20, staff.id, staff.id, now() - interval '86 days'
from public.mentors mentor join public.mentees mentee on mentor.first_name = 'Tomás' and mentee.first_name = 'Elijah'
join public.programs program on program.name = 'Youth Mentorship'
join public.profiles staff on staff.email = 'staff@kindlewell.test';

insert into public.meetings (
  id, program_id, match_id, day, minutes, outcome, missed_by, place, topics, recorded_by, recorder_name, created_at
)
select gen_random_uuid(), matches.program_id, matches.id, private.office_today() - ago, length, listed.outcome::public.meeting_outcome, missed,
  listed.place, listed.topics, staff.id, staff.full_name, now() - make_interval(days => greatest(ago, 0))
from (values
  ('Chloe', 9, 60, 'happened', null, 'Library', 'Getting to know each other'), ('Chloe', 2, 45, 'happened', null, 'Library', 'A book about whales'),
  ('Chloe', -5, null, 'planned', null, 'Library', null),
  ('Noah', 52, 60, 'happened', null, 'Coding table', 'A first game'), ('Noah', 45, 75, 'happened', null, 'Coding table', 'Loops'),
  ('Noah', 38, null, 'missed', 'mentee', null, null),
  ('Mariama', 70, 60, 'happened', null, 'School', 'A notebook of one''s own'), ('Mariama', 56, 60, 'happened', null, 'School', 'Letters to a cousin'),
  ('Mariama', 42, null, 'cancelled', 'mentor', null, null),
  ('Elijah', 77, 60, 'happened', null, 'School', 'Fractions'), ('Elijah', 49, 60, 'happened', null, 'School', 'Bridges')
) as listed (mentee, ago, length, outcome, missed, place, topics)
join public.mentees on mentees.first_name = listed.mentee
join public.matches on matches.mentee_id = mentees.id
join public.profiles staff on staff.email = 'staff@kindlewell.test';

insert into public.meetings (id, program_id, title, day, minutes, outcome, place, topics, recorded_by, recorder_name, created_at)
select gen_random_uuid(), programs.id, listed.title, private.office_today() - ago, length, listed.outcome::public.meeting_outcome, listed.place,
  listed.topics, staff.id, staff.full_name, now() - make_interval(days => greatest(ago, 0))
from (values
  ('Youth Mentorship', 'Homework table', 21, 90, 'happened', 'Library', 'Reading and sums'),
  ('Youth Mentorship', 'Homework table', 14, 90, 'happened', 'Library', null),
  ('Youth Mentorship', 'Homework table', 7, 90, 'happened', 'Library', null),
  ('Youth Mentorship', 'Homework table', -7, 90, 'planned', 'Library', null),
  ('Early Childhood Education', 'Reading hour', 3, 60, 'happened', 'Classroom 2', 'The hungry goat'),
  ('Early Childhood Education', 'Reading hour', 10, 60, 'happened', 'Classroom 2', null)
) as listed (program, title, ago, length, outcome, place, topics)
join public.programs on programs.name = listed.program
join public.profiles staff on staff.email = 'program.manager@kindlewell.test';

insert into public.meeting_attendances (meeting_id, mentee_id, status, marked_by, marked_at)
select meetings.id, joined.mentee_id, (case
    when (position + ago) % 7 = 0 then 'absent' when (position + ago) % 5 = 0 then 'excused' when (position + ago) % 4 = 0 then 'late' else 'present'
  end)::public.attendance_status, meetings.recorded_by, meetings.created_at
from public.meetings
cross join lateral (select private.office_today() - meetings.day as ago) as since
join lateral (
  select mentee_id, row_number() over (order by last_name, first_name) as position
  from public.program_mentees join public.mentees on mentees.id = mentee_id where program_id = meetings.program_id
) as joined on true
-- Of the one a week ago nobody has taken attendance.
where meetings.title in ('Homework table', 'Reading hour') and outcome = 'happened' and ago <> 7;

-- Faults: of a visitor's page, of a screen of staff, and of a task, which is fixed

insert into public.faults (place, page, message, stack, version, browser, fixed_at, told_at) values
  ('public', '/get-involved/volunteer', 'TypeError: Cannot read properties of undefined (reading …)',
    e'assets/volunteer-page-Dk3xYq1.js:1:2345\nassets/index-B7hKp2x.js:9:48213', '0.9.0-4f1c2ab', 'Chrome 141', null, now()),
  ('staff', '/crm', '42703: column … does not exist', null, '0.9.0-4f1c2ab', 'Firefox 144', null, now()),
  ('worker', 'write_digests', '40P01: deadlock detected', null, null, null, now(), now());

-- Two safeguarding leads, and a concern that one of them acknowledged

insert into private.safeguarding_leads (user_id, added_at)
select id, now() - interval '200 days' from public.profiles
where email in ('director@kindlewell.test', 'mentors@kindlewell.test');

insert into private.concerns (id, reference, reporter_id, reporter_name, child_name, body, happened, is_danger, created_at, acknowledged_at)
select '10000000-0000-4000-8000-00000000c001', 'CN-402817', id, full_name, 'Prince, in the reading group',
  'He came without a coat again and said that nobody is home until late in the evening.',
  'On Tuesday before the reading group, at the academy', false, now() - interval '3 days', now() - interval '2 days'
from public.profiles where email = 'mentor@kindlewell.test';
insert into private.concern_steps (concern_id, kind, body, author_id, author_name, created_at)
select '10000000-0000-4000-8000-00000000c001', kind, body, id, full_name, now() - interval '2 days' + minutes * interval '1 minute'
from public.profiles
cross join (values
  ('opened', null, 0), ('acknowledged', null, 4), ('note', 'Called the school. His class teacher will speak with him tomorrow.', 30)
) as step (kind, body, minutes)
where email = 'director@kindlewell.test';

-- The account of a mentor

insert into private.mentor_accounts (id, mentor_id, user_id, address, linked_by, linked_at)
select '10000000-0000-4000-8000-00000000a001', mentor.id, own.id, own.email, colleague.id, now() - interval '80 days'
from public.mentors mentor, public.profiles own, public.profiles colleague
where mentor.first_name = 'Josephine' and mentor.last_name = 'Carter' and own.email = 'mentor@kindlewell.test'
  and colleague.email = 'mentors@kindlewell.test';

-- What the week of the matches needs: a requirement that all mentors but the newest meet; adults who collect the
-- children and one who must not; answers on consents; and the numbers that a mentor calls

insert into public.program_requirements (program_id, kind, name, months, created_at)
select id, 'mentors', 'Police certificate', 36, now() - interval '120 days' from public.programs where name = 'Youth Mentorship';
insert into public.clearances (id, mentor_id, name, done_on, valid_until, note, verified_by, verifier_name, created_at)
select gen_random_uuid(), mentor_id, 'Police certificate', current_date - 100, current_date + 995, 'Nothing found', colleague.id, colleague.full_name,
  now() - interval '95 days'
from public.program_mentors join public.programs on programs.id = program_id and programs.name = 'Youth Mentorship'
join public.mentors on mentors.id = mentor_id and mentors.first_name <> 'Kwame'
join public.profiles colleague on colleague.email = 'mentors@kindlewell.test';

update private.guardians set may_collect = true
where child_id in (select person_id from public.mentees where first_name in ('Amara', 'Chloe', 'Diego', 'Elijah', 'Mariama', 'Noah'));
with adult as (
  insert into private.people (name) values ('Keith Whitfield') returning id
)
insert into private.guardians (child_id, adult_id, relation, must_not_collect)
select mentees.person_id, adult.id, 'relative', true from public.mentees cross join adult where first_name = 'Noah';

insert into private.consents (child_id, adult_id, kind, version, answer, road, note, recorded_by, given_for, given_as, given_at)
select tie.child_id, tie.adult_id, said.kind, 1, said.answer, 'staff', 'On paper, at the first evening', staff.id, tie.child_id, tie.adult_id,
  now() - interval '11 days'
from (values
  ('Chloe', 'photo', 'yes'), ('Chloe', 'trip', 'yes'), ('Chloe', 'data', 'yes'), ('Noah', 'photo', 'no'), ('Noah', 'trip', 'yes'),
  ('Noah', 'data', 'yes'), ('Mariama', 'photo', 'yes'), ('Mariama', 'data', 'yes'), ('Diego', 'photo', 'yes'), ('Diego', 'trip', 'yes'),
  ('Diego', 'data', 'yes')
) as said (mentee, kind, answer)
join public.mentees on mentees.first_name = said.mentee
join private.guardians tie on tie.child_id = mentees.person_id and tie.is_of_record
join public.profiles staff on staff.email = 'staff@kindlewell.test';

insert into private.contact_points (person_id, kind, normalized, value, level, open_to)
select person_id, 'phone', (private.phone_keys(number))[1], number, 'entered', '{profiles}'
from public.profiles cross join (values ('+1 512 555 0143')) as phone (number) where email = 'staff@kindlewell.test';
insert into private.released_numbers (match_id, adult_id, released_by, released_at)
select matches.id, tie.adult_id, matches.supervisor_id, now() - interval '10 days'
from public.matches join public.mentees on mentees.id = matches.mentee_id and mentees.first_name = 'Chloe'
join private.guardians tie on tie.child_id = mentees.person_id and tie.is_of_record;
