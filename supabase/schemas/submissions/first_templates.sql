insert into public.answer_templates (name, kind, subject, body, created_at)
select name, kind, subject, E'Dear {{name}},\n\n' || body || E'\n\nKind regards,\n{{my_name}}\n{{our_name}}',
  now() - number * interval '1 second'
from (values
  (1, 'We need a little more time', 'all', 'Your {{kind}} {{reference}}',
    'Thank you for your patience. We are still looking into your {{kind}} and need a few more days. You’ll hear from us as soon as we know.'),
  (2, 'Invitation to a first talk', 'volunteer', 'Your volunteer application {{reference}}',
    E'Thank you for offering us your time. We would like to get to know you and find out together where you would like to help.\n\nWhen could we call you this week? Just reply to this email with a day and a phone number.'),
  (3, 'A place in the program', 'program', 'Your application {{reference}}: {{program}}',
    E'Thank you for your application for {{program}}. There is a place, and we would be glad to meet you.\n\nPlease reply with a day that suits you, and we’ll tell you what to bring.'),
  (4, 'No place at the moment', 'program', 'Your application {{reference}}: {{program}}',
    'Thank you for your application for {{program}}. All places are taken at the moment. We’ll keep your application and write to you as soon as one is free.'),
  (5, 'Let us talk about your proposal', 'partnership', 'Your proposal {{reference}}',
    E'Thank you for the proposal of {{organization}}. We have read it together and would like to hear more.\n\nWould half an hour on the phone suit you? Please reply with two times that do.'),
  (6, 'Thank you for your message', 'message', 'Your message {{reference}}',
    'Thank you for writing to us.'),
  (7, 'No place at the moment', 'registration', 'Your registration {{reference}}: {{program}}',
    'Thank you for registering for {{program}}. All places are taken at the moment. You’re on our waitlist, and we’ll write to you as soon as a place is free.'),
  (8, 'How to give what you pledged', 'pledge', 'Your pledge {{reference}}',
    E'Thank you for your pledge. It helps to know what we can count on.\n\nYou can give by check or by bank transfer. Just reply to this email with the way that suits you, and we’ll send you what you need.')
) as listed (number, name, kind, subject, body);
