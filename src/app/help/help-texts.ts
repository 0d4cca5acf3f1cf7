import type { areas } from '@/shared/auth/areas'
import type { RouteName, StaffRoute } from '@/shared/auth/routes'
import type { KeyLine } from '@/shared/account-ui/page-help'

export interface HelpText {
  /** What the screen is for, and what to know before the first press */
  about: string
  /** Its own keys, where the page does not hand them over */
  keys?: readonly KeyLine[]
  /** Its terms, as `docs/glossary.md` names them */
  words: readonly string[]
  /** The help of its tabs, by their slug in the address, instead of its own */
  tabs?: Readonly<Record<string, HelpText>>
  /** The help of one open record, by the parameter of the address that names it, instead of its own */
  records?: Readonly<Record<string, HelpText>>
}

type CrmTab = 'dashboard' | (typeof areas)[keyof typeof areas]['slug']

const recordKeys: readonly KeyLine[] = [
  { keys: ['t'], does: 'Add a task to the open record' },
  { keys: ['Esc'], does: 'Close the open record' },
]

const crmTabs: Readonly<Record<CrmTab, HelpText>> = {
  dashboard: {
    about:
      'Figures and charts of a period: submissions, people, gifts and grades. Each chart shows its numbers as a table too.',
    words: ['promise'],
  },
  users: {
    about:
      'Every account, with its role and permissions. A role names a job and opens little; permissions open lists and actions. “Invite” adds a colleague, who chooses a password of their own.',
    keys: recordKeys,
    words: ['permission', 'preset', 'invitation', 'supporter', 'second factor'],
    records: {
      open: {
        about:
          'What one account may do and who gave it that, when it was last seen, and its open work. Change the role here. “Away…” names who covers; “Leaves…” hands the work over and ends the rights, and can be undone for a day.',
        keys: recordKeys,
        words: ['permission', 'offer (of a role)', 'cover', 'heir', 'second factor'],
      },
    },
  },
  programs: {
    about:
      'Programs with their people. “Manage People” puts mentees, mentors and trainers in a program. A requirement keeps out mentors and trainers who don’t meet it.',
    keys: recordKeys,
    words: ['requirement', 'clearance', 'exemption', 'seat'],
    records: {
      program: {
        about:
          'One program: its people and what is missing for each, its matches and meetings, tasks, files and history. “Manage People” puts people in it; Matches pairs mentors with mentees, and Meetings takes attendance.',
        words: ['roster', 'match (of people)', 'pairing', 'quiet match', 'meeting', 'requirement'],
      },
    },
  },
  mentors: {
    about:
      'Mentors, with what they know and the clearances they hold. Open one to see their programs, tasks, files and history.',
    keys: recordKeys,
    words: ['person', 'clearance', 'contact point', 'merge', 'import', 'saved view'],
  },
  mentees: {
    about:
      'Children and adults in our programs. Details about a child open one at a time, and each opening is logged.',
    keys: recordKeys,
    words: ['protected field', 'opening', 'family', 'consent', 'merge', 'import'],
  },
  trainers: {
    about: 'Trainers, with what they teach and the clearances they hold.',
    keys: recordKeys,
    words: ['person', 'clearance', 'contact point', 'merge', 'import'],
  },
  donors: {
    about:
      'Gifts, and the donors who made them. “Enter gifts” takes checks, cash and transfers; online gifts arrive on their own. Nothing here deletes a gift: you void it, with a reason.',
    keys: recordKeys,
    words: [
      'gift',
      'donor',
      'void',
      'gift return',
      'deductible',
      'fund',
      'donor pledge',
      'receipt',
    ],
  },
  courses: {
    about:
      'Courses with their enrollments, assessments and grades. A course opens as its own page. A full course has a waitlist.',
    keys: [
      { keys: ['Enter', '↑', '↓'], does: 'In a grade: go to the next one or the one before' },
      { keys: ['Esc'], does: 'Restore the grade, or close the open record' },
    ],
    words: ['enrollment', 'assessment', 'waitlist', 'seat'],
  },
  campaigns: {
    about:
      'One email to many. A draft shows its preview and the number of recipients before you send or schedule it; while it goes out you can pause it.',
    keys: recordKeys,
    words: ['campaign', 'audience', 'merge field', 'blocked address'],
  },
}

/** Every screen of staff has its help: a new route without a text does not compile. */
export const helpTexts: Readonly<Record<StaffRoute, HelpText>> = {
  staffDashboard: {
    about:
      'What waits for you today, with links to it, and what your account may do. Numbers in color need you. For administrators, “Set up” lists what a new project still needs; each step leaves the list once it is done.',
    words: ['submission', 'due date', 'task', 'permission'],
  },
  submissions: {
    about:
      'Everything visitors sent: applications, proposals, registrations, pledges and messages. Open one, decide, answer or snooze it, and go on to the next.',
    words: [
      'submission',
      'kind',
      'due date',
      'snooze',
      'conversion',
      'answer',
      'protected field',
      'reference',
      'status link',
      'duplicate',
      'reviewer',
      'promise',
    ],
    tabs: {
      newsletter: {
        about:
          'Everyone who subscribed to the newsletter, and whether they confirmed it. Who unsubscribed gets no campaign.',
        words: ['campaign', 'audience', 'blocked address'],
      },
      seats: {
        about:
          'The seats of each program: taken, offered and free, and the people who wait for one.',
        words: ['seat', 'waitlist', 'offer (of a seat)'],
      },
      templates: {
        about:
          'Texts for answers. A merge field is filled in for each sender, and the composer shows the result before you send it.',
        words: ['answer', 'merge field', 'kind'],
      },
      holidays: {
        about: 'Days on which nobody works here. Due dates skip them, like weekends.',
        words: ['due date', 'promise'],
      },
    },
  },
  tasks: {
    about:
      'Your open tasks: overdue, due today and later, and those done in the last week. Admins can look at everyone’s.',
    keys: [{ keys: ['t'], does: 'Add a task' }],
    words: ['task', 'person'],
  },
  crm: { ...crmTabs.dashboard, tabs: crmTabs },
  clearances: {
    about:
      'Who meets what programs require, whose evidence ends soon, and who needs a new one. Choose a person to enter evidence.',
    words: ['clearance', 'requirement', 'exemption'],
  },
  journal: {
    about:
      'Each month’s gifts, returns and fees by day and fund, to compare with the bank. A closed month takes no more changes.',
    words: ['journal', 'fund', 'batch (of gifts)', 'gift return'],
  },
  demoUsers: {
    about: 'All accounts and their roles. A role is changed in its line.',
    words: ['offer (of a role)', 'permission', 'supporter'],
  },
  changeLog: {
    about:
      'Who changed, opened or exported what, and when. Nobody can alter an entry. Search by person, record or day.',
    words: ['change log', 'opening', 'merge', 'import'],
  },
  mail: {
    about:
      'Whether email goes out: a test, the waiting and failed emails, addresses that get none, and the limits of the service.',
    words: ['outbox', 'blocked address', 'notice'],
  },
  retention: {
    about:
      'How long each kind of row is kept. A period can be shorter than the privacy policy promises, never longer.',
    words: ['retention rule', 'erasing'],
  },
  faults: {
    about:
      'What failed in browsers, in functions and in nightly tasks, the most recent first. Resolve one once it is mended.',
    words: ['upkeep'],
  },
  demoDashboard: {
    about: 'A sample of a dashboard. Every figure is made up.',
    words: [],
  },
  giftDesk: {
    about:
      'Gifts by hand: type a line and press Enter, or paste rows from a spreadsheet. A batch holds gifts back until its total is right and you post it.',
    words: [
      'gift',
      'batch (of gifts)',
      'fund',
      'split check',
      'match (of gifts)',
      'in exchange',
      'donor pledge',
    ],
  },
  pledges: {
    about: 'What donors promised, what came of it, and which installments are late.',
    words: ['donor pledge', 'pledge', 'gift'],
  },
  pledgeLetters: {
    about: 'Letters to donors whose installment is late, to print.',
    words: ['donor pledge', 'merge field'],
  },
  thankYouLetters: {
    about: 'Letters to donors whose gift nobody has thanked for, to print.',
    words: ['gift', 'merge field'],
  },
  yearEndReceipts: {
    about:
      'Each donor’s receipt for a year: by email, or on paper. Each one is issued once and keeps its number.',
    words: ['receipt', 'deductible', 'in exchange'],
  },
  printedReceipts: {
    about: 'The receipts of one print run, to print again.',
    words: ['receipt'],
  },
  receiptWording: {
    about: 'The words of receipts. An admin confirms them before the first receipt goes out.',
    words: ['receipt', 'deductible', 'in exchange'],
  },
  handedOver: {
    about: 'All our data about one person, to hand over to them. The change log records it.',
    words: ['hand-over', 'person'],
  },
  staffAccount: {
    about:
      'Your name, address and password, your second factor, and which emails you get about new submissions.',
    words: ['second factor', 'recovery code', 'shared session', 'notice'],
  },
  reportConcern: {
    about:
      'Tell the safeguarding leads about a child’s safety. Nobody else reads it. In danger, call first.',
    words: ['concern', 'safeguarding lead'],
  },
  concerns: {
    about: 'Concerns about children. Safeguarding leads read and close them; each step is logged.',
    words: ['concern', 'safeguarding lead'],
  },
}

export const hasHelp = (name: RouteName): name is StaffRoute => name in helpTexts

/** The help of an address: that of the open record or tab, where it has one. */
export function helpOf(name: StaffRoute, params: URLSearchParams): HelpText {
  const screen = helpTexts[name]
  const text = screen.tabs?.[params.get('tab') ?? ''] ?? screen
  const records = Object.entries(text.records ?? {})
  return records.find(([param]) => params.has(param))?.[1] ?? text
}
