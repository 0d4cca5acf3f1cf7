export const joinProgramsContent = {
  title: 'Join our programs',
  description:
    'Apply to early childhood education, parent engagement, community training or leadership development. We answer within 2 business days.',
  lead: 'For the three-year-old with questions and the grandmother with more of them. Find a program, apply in a few minutes.',
  programsTitle: 'Programs you can join',
  programs: [
    {
      title: 'Early Childhood Education',
      audience: 'Ages 3-6',
      text: 'Stories, numbers, mud and music in classes of at most 15 children. Mornings at our school in Liberia.',
    },
    {
      title: 'Parent Engagement',
      audience: 'Parents and guardians',
      text: 'Evenings on what children learn at each age and how to help at home, with supper and somebody to mind the little ones.',
    },
    {
      title: 'Community Training',
      audience: 'Adults 18+',
      text: 'Reading, bookkeeping and trade skills, taught in the churches and centers where you already know your way around.',
    },
    {
      title: 'Leadership Development',
      audience: 'Youth 12-18 and adults',
      text: 'Lead a real project with a mentor beside you: plan it, pay for it, stand up and explain it.',
    },
  ],
  allPrograms: 'See all programs in detail',
  applyTitle: 'Apply to join',
  promise:
    'Send your application and we will be in touch within 2 business days to discuss next steps.',
  fallback: 'Write or call with your name, the program and, for a child, the age. We do the rest.',
  stepsTitle: 'What happens next',
  steps: [
    { title: 'We call you', text: 'Within 2 business days, at the number you give us.' },
    { title: 'You visit', text: 'Sit in on a class. Bring the child, bring your questions.' },
    {
      title: 'You start',
      text: 'Most places cost a family little. We tell you how much before you decide.',
    },
  ],
}
