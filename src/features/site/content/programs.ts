import type { Program } from './program-schema'

export const programsPage = {
  title: 'Programs',
  description:
    'Early childhood classes, parent engagement, community partnerships and teacher training: what Kindlewell runs, for whom, and what it costs.',
  lead: 'A child learns faster when the parent, the teacher and the whole street are learning too. So we run one program for each of them.',
  furtherTitle: 'Also under way',
  furtherText:
    'Money that is steadier, buildings that stay, and universities that come to listen: the work around the classroom.',
  closing: {
    title: 'Not sure which one is yours?',
    text: 'Tell us who you are and what you are looking for. A person answers, usually the next day.',
    contact: 'Ask us',
    donate: 'Pay for a place',
  },
}

export const programs: readonly Program[] = [
  {
    id: 'early-childhood',
    programId: 'early-childhood',
    title: 'Early Childhood Education',
    shortDescription:
      'Small classes for children aged 3 to 6, where songs, stories and sand trays come before the first exercise book.',
    fullDescription:
      'Each morning starts on the mat. Children greet one another in English and in the language they speak at home, someone chooses the song, and the day’s question goes up on the board: How deep is the well? Who sells the best plantain? From there the class counts, measures, draws and argues its way to an answer.\n\nEvery class has a trained teacher, an assistant from the neighborhood and at most fifteen children. Breakfast is part of the timetable, and so is a home visit in the first month, because we would like to know the family before there is a problem to talk about.',
    audience: 'Children aged 3 to 6',
    format: 'In person, five mornings a week',
    date: 'School year, September to July',
    location: 'Paynesville, Liberia',
    participants: 85,
    maxParticipants: 120,
    isPilot: false,
    motif: '/images/motif-early-childhood.svg',
    cost: { total: 450_000, perParticipant: 3750, subsidized: 405_000, participantPays: 375 },
    benefits: [
      'A place in a class of fifteen or fewer, with two adults in the room',
      'Breakfast and a piece of fruit every school day',
      'Hearing, sight and growth checks twice a year',
      'Picture books to take home each Friday',
    ],
    communityImpact: {
      directBeneficiaries: 120,
      indirectBeneficiaries: 480,
      jobsCreated: 18,
      localSpending: 315_000,
    },
    longTermBenefits: [
      'Children reach first grade able to recognize letters, hold a pencil and wait for their turn',
      'Older sisters who used to mind them can stay in school themselves',
      'Families keep the habit of reading aloud for the brothers and sisters who follow',
    ],
    whyImportant:
      'A child who starts school at eight spends years catching up with one who started at four. Nothing we do later is as cheap, or works as well, as getting these first years right.',
    timeline:
      'Enrollment opens in May, home visits take place in August and classes begin in September. Each term ends with an open morning for families.',
    successMetrics: [
      { metric: '% ready for first grade', target: 90, current: 82 },
      { metric: '% average daily attendance', target: 95, current: 91 },
      { metric: 'Families visited at home', target: 120, current: 85 },
    ],
  },
  {
    id: 'parent-engagement',
    programId: 'parent-engagement',
    title: 'Parent Engagement',
    shortDescription:
      'Evening circles where parents and grandparents swap what works: reading aloud, homework, screens, and talking to a school.',
    fullDescription:
      'Parents tell us they want to help and do not know how, least of all when their own schooling was cut short. The circles begin there. Twelve adults, a facilitator, a pot of tea, and one thing to try at home before next week.\n\nNobody lectures. A grandmother who cannot read learns to “picture read” with her grandson; a father rehearses the question he wants to ask the principal. Children are looked after in the next room, so nobody has to choose.',
    audience: 'Parents and caregivers',
    format: 'Weekly evening circles, in person or online',
    date: 'Ten-week terms, three times a year',
    location: 'Paynesville, Liberia, and Charlotte, NC',
    participants: 156,
    maxParticipants: 200,
    isPilot: false,
    motif: '/images/motif-parent-engagement.svg',
    cost: { total: 125_000, perParticipant: 625, subsidized: 112_500, participantPays: 62.5 },
    benefits: [
      'A circle of twelve that stays together for the term',
      'Child care and a meal at every meeting',
      'A home kit of books, number cards and chalk',
      'Someone to go along to a school meeting, if you ask',
    ],
    communityImpact: {
      directBeneficiaries: 200,
      indirectBeneficiaries: 640,
      jobsCreated: 4,
      localSpending: 93_750,
    },
    longTermBenefits: [
      'Parents who speak up at school and are listened to',
      'Circles that go on meeting after the term, without us',
      'Facilitators who once came as participants',
    ],
    whyImportant:
      'A teacher has a child for five hours of the day. What is said at the table in the other nineteen decides whether the lesson is still there in the morning.',
    timeline:
      'Terms begin in January, May and September. Each runs for ten weeks and ends with a shared supper; facilitators visit once more after three months.',
    successMetrics: [
      { metric: '% of parents reading with their child weekly', target: 80, current: 71 },
      { metric: '% who finish the term', target: 85, current: 88 },
      { metric: 'Circles led by a former participant', target: 8, current: 5 },
    ],
  },
  {
    id: 'community-partnerships',
    programId: 'community-partnerships',
    title: 'Community Partnerships',
    shortDescription:
      'Churches, clinics and community centers that share rooms, people and plans with us, so that help is within walking distance.',
    fullDescription:
      'Most neighborhoods already have what a child needs; it is only locked on weekdays, or run by people who have never met. We introduce the church with the empty hall to the nurse who has nowhere to hold her clinic, and stay until the timetable works.\n\nEach partner names two coordinators. They train together, visit one another’s sites and draw on a small shared fund for repairs, shelves or a second stove. Every agreement is one page long and is read aloud before it is signed.',
    audience: 'Churches, clinics and community centers',
    format: 'Year-long partnership with shared training days',
    date: 'Open all year, reviewed each June',
    location: 'New York, Texas and North Carolina',
    participants: 45,
    maxParticipants: 75,
    isPilot: false,
    motif: '/images/motif-community-partnerships.svg',
    cost: { total: 200_000, perParticipant: 2667, subsidized: 180_000, participantPays: 267 },
    benefits: [
      'Two trained coordinators for each site',
      'A grant for furniture, repairs or equipment',
      'A shared calendar, insurance advice and safeguarding checks',
      'Four learning days a year with partners from other cities',
    ],
    communityImpact: {
      directBeneficiaries: 1500,
      indirectBeneficiaries: 6000,
      jobsCreated: 16,
      localSpending: 170_000,
    },
    longTermBenefits: [
      'Buildings that are in use on seven days of the week',
      'Neighbors who know whom to call, and who pick up',
      'Partners strong enough to raise their own funds within three years',
    ],
    whyImportant:
      'An outside organization can leave. A congregation that has been on the same corner for sixty years will not, and so the work is safest in its hands.',
    timeline:
      'Three months of listening and planning, nine of working side by side, then a public review. Partners may renew twice before they lead on their own.',
    successMetrics: [
      { metric: 'Partner sites with a weekly program', target: 30, current: 22 },
      { metric: '% of agreements renewed', target: 80, current: 84 },
      { metric: 'Hours of room use shared each month', target: 1200, current: 860 },
    ],
  },
  {
    id: 'teacher-training',
    programId: 'teacher-training',
    title: 'Teacher Training',
    shortDescription:
      'A year of coaching in the teacher’s own classroom, for those who teach large classes with few books and a great deal of heart.',
    fullDescription:
      'Most of our trainees already teach, many of them without ever having watched anybody else do it. The year begins with two weeks of practice together in August. After that the training comes to them: a coach sits in the back row every second week, and the two of them choose one thing to change.\n\nSaturday meetings are for what cannot be learned alone: making materials from bottle caps and cartons, planning for five ages in one room, and asking for help without losing face.',
    audience: 'Teachers and classroom assistants',
    format: 'Summer school and in-class coaching',
    date: 'August to June, one cohort a year',
    location: 'Montserrado and Margibi, Liberia',
    participants: 68,
    maxParticipants: 100,
    isPilot: false,
    motif: '/images/motif-teacher-training.svg',
    cost: { total: 275_000, perParticipant: 2750, subsidized: 247_500, participantPays: 275 },
    benefits: [
      'Eighteen coaching visits in your own classroom',
      'A certificate that the county education office recognizes',
      'A materials box and the skill to refill it for nothing',
      'A travel allowance for every Saturday meeting',
    ],
    communityImpact: {
      directBeneficiaries: 100,
      indirectBeneficiaries: 3200,
      jobsCreated: 10,
      localSpending: 178_750,
    },
    longTermBenefits: [
      'Each trained teacher reaches some forty children a year, every year',
      'Head teachers who coach their own staff',
      'Fewer good teachers leaving for other work',
    ],
    whyImportant:
      'You can build a school in a season. It takes a confident teacher to make it one, and confidence grows fastest when somebody competent is in the room.',
    timeline:
      'Applications close in May. Summer school is in August, coaching runs from September to May, and certificates are handed over in June.',
    successMetrics: [
      { metric: '% of trainees certified', target: 90, current: 86 },
      { metric: '% still teaching after two years', target: 85, current: 79 },
      { metric: 'Coaching visits made', target: 1800, current: 1260 },
    ],
  },
  {
    id: 'bawg-workshops',
    programId: 'bawg-workshops',
    title: 'BAWG Workshops',
    shortDescription:
      'Budgeting, Assets, Work and Giving: four Saturdays on household money, taught by people who have had to count it.',
    fullDescription:
      'BAWG stands for Budgeting, Assets, Work and Giving. Thirty adults spend four Saturdays with a volunteer accountant, a loan officer and a woman who paid off three payday loans and will tell you how.\n\nPeople bring their own letters and bills. By the last Saturday everyone has a one-page plan, an emergency fund that has at least been opened, and a partner who will telephone in three months to ask how it is going.',
    audience: 'Adults, 18+',
    format: 'Four Saturday workshops',
    date: 'Spring and fall',
    location: 'Dallas, Texas',
    participants: 24,
    maxParticipants: 30,
    isPilot: false,
    motif: '/images/motif-bawg-workshops.svg',
    cost: { total: 15_000, perParticipant: 500, subsidized: 12_000, participantPays: 100 },
    benefits: [
      'A one-page plan for the household, checked by an accountant',
      'A private hour with a credit counselor',
      'Lunch, and child care on the premises',
      'A partner for the first three months',
    ],
    communityImpact: {
      directBeneficiaries: 30,
      indirectBeneficiaries: 110,
      jobsCreated: 0,
      localSpending: 12_600,
    },
    longTermBenefits: [
      'Households that can meet a $400 emergency without borrowing',
      'Children who see money talked about calmly',
      'Savings groups that go on in six congregations',
    ],
    whyImportant:
      'School fees, bus fare and rent come out of one pocket. When that pocket is steadier, a child changes school less often and sleeps better.',
    timeline:
      'Two rounds a year. Each is four Saturdays, a private session within a month, and a call after three months.',
    successMetrics: [
      { metric: '% with an emergency fund after three months', target: 75, current: 67 },
      { metric: 'Household plans completed', target: 30, current: 24 },
      { metric: '% who would send a friend', target: 90, current: 96 },
    ],
  },
  {
    id: 'real-estate-investment',
    programId: 'real-estate-investment',
    title: 'Real Estate Investment',
    shortDescription:
      'Patient capital and practical training for congregations that own a building and would like it to earn its keep.',
    fullDescription:
      'Many of the churches and community centers we invest in sit on their largest asset: a hall, a lot, an upper floor nobody has climbed to in years. We put up capital on patient terms, bring in an architect and a lawyer, and train a team from the congregation to be a good owner.\n\nRents pay for child care, kitchens and classes in the same building. A share comes back to the fund, which lends it to the next neighborhood.',
    audience: 'Church and community center leaders',
    format: 'Investment with an 18-month owners’ course',
    date: 'Two intakes a year, March and October',
    location: 'Brooklyn, NY, Houston, TX, and Durham, NC',
    participants: 89,
    maxParticipants: 150,
    isPilot: false,
    motif: '/images/motif-real-estate-investment.svg',
    cost: {
      total: 2_500_000,
      perParticipant: 16_667,
      subsidized: 2_000_000,
      participantPays: 3333,
    },
    benefits: [
      'Capital below market rate, repaid from rent and never from offerings',
      'A building survey and a five-year maintenance plan',
      'An owners’ course for up to six people from each site',
      'Legal review of every lease and contract',
    ],
    communityImpact: {
      directBeneficiaries: 150,
      indirectBeneficiaries: 9000,
      jobsCreated: 40,
      localSpending: 2_125_000,
    },
    longTermBenefits: [
      'Buildings that stay in the hands of the neighborhood',
      'Child care and clinics at rents they can carry',
      'A fund that lends the same dollar again and again',
    ],
    whyImportant:
      'When a congregation sells, a street loses its hall, its pantry and its quietest room all at once. An income from the building is what lets it stay.',
    timeline:
      'Six months of survey and planning, up to a year of building work, then repayments over twelve years. The owners’ course runs through the first eighteen months.',
    successMetrics: [
      { metric: '% of space in use', target: 90, current: 76 },
      { metric: 'Buildings renovated', target: 12, current: 6 },
      { metric: '% of repayments on time', target: 95, current: 97 },
    ],
  },
  {
    id: 'uca-partnerships',
    programId: 'uca-partnerships',
    title: 'UCA Partnerships',
    shortDescription:
      'The University and Community Alliance: students earn credit by working on questions that neighborhoods have asked.',
    fullDescription:
      'The University and Community Alliance turns the usual order round. Community partners write the question: why do so few children use the clinic, what would it take to open the library in the evening. Students and lecturers then work on it for two terms, under a coordinator who lives nearby.\n\nThe pilot covers two universities and eleven partners. Results are presented in the neighborhood first, in plain words, with a meal, and the partner decides what may be published.',
    audience: 'Students, lecturers and community partners',
    format: 'Two-term projects, part online',
    date: 'Academic year, September to May',
    location: 'North Carolina and Monrovia, Liberia',
    participants: 78,
    maxParticipants: 100,
    isPilot: true,
    motif: '/images/motif-uca-partnerships.svg',
    cost: { total: 750_000, perParticipant: 7500, subsidized: 675_000, participantPays: 750 },
    benefits: [
      'Course credit for work that somebody is waiting for',
      'A paid community coordinator for each project',
      'Small grants to try out what the project recommends',
      'Exchange visits between North Carolina and Monrovia',
    ],
    communityImpact: {
      directBeneficiaries: 100,
      indirectBeneficiaries: 1200,
      jobsCreated: 15,
      localSpending: 487_500,
    },
    longTermBenefits: [
      'Graduates who have learned to listen before they propose',
      'Partners with evidence of their own to show to funders',
      'A way of working that other universities can take up',
    ],
    whyImportant:
      'Universities have time, libraries and young people. Neighborhoods have the questions that matter. It is a waste to keep them a bus ride apart.',
    timeline:
      'A pilot of two academic years. An outside review in the second spring decides whether it becomes a program of its own.',
    successMetrics: [
      { metric: 'Projects completed', target: 20, current: 13 },
      { metric: '% of recommendations tried by the partner', target: 60, current: 54 },
      { metric: 'Paid placements after the project', target: 25, current: 17 },
    ],
  },
]

/** The four that stand in the foreground of the programs page, in this order. */
export const coreProgramIds = [
  'early-childhood',
  'parent-engagement',
  'community-partnerships',
  'teacher-training',
] as const

export function findProgram(id: string | undefined): Program | undefined {
  return programs.find((program) => program.id === id)
}
