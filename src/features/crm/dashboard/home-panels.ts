import { paths } from '@/shared/config/paths'
import { rpcQuery, type RpcRow } from '@/shared/supabase/ask'

/** A line of a panel. `target` and `label` are null where its link and text need none. */
export type HomeFigure = RpcRow<'home_figures', 'target' | 'label'>

/** Waiting for work to come in, in milliseconds; an own change shows at once. */
const INTERVAL_MS = 120_000

/** The caller's waiting work: no line has zero. */
export const homeQuery = rpcQuery<'home_figures', HomeFigure[]>(
  ['dashboard', 'home'],
  'home_figures',
  {},
  { refetchInterval: INTERVAL_MS },
)

export interface HomeLine {
  /** The words after the number; `one` after 1, where they differ */
  text: string | ((figure: HomeFigure) => string)
  one?: string
  to: string | ((figure: HomeFigure) => string)
  /** Overdue, or due today */
  urgency?: 'late' | 'today'
}

export interface HomePanel {
  title: string
  /** In their order; a panel shows six at most. */
  lines: Readonly<Record<string, HomeLine>>
}

export const MOST_LINES = 6

const queue = (view: string) => `${paths.submissions}?tab=all&${view}`
const crm = (tab: string) => `${paths.crm}?tab=${tab}`

const programPage = ({ target }: HomeFigure) => crm(`programs&program=${target ?? ''}`)

/** The panels of the staff's home, in their order. `home_figures` decides who gets which line. */
export const homePanels = {
  submissions: {
    title: 'Submissions',
    lines: {
      overdue: { text: 'overdue', to: queue('view=overdue'), urgency: 'late' },
      due_today: { text: 'due today', to: queue('view=due_today'), urgency: 'today' },
      mine: { text: 'assigned to you', to: queue('view=mine') },
      unassigned: { text: 'unassigned', to: queue('view=unassigned') },
      orphaned: {
        text: ({ label }) => `assigned to ${label ?? 'someone'}, who can’t review`,
        to: ({ target }) => queue(`view=open&assignee_id=${target ?? ''}`),
        urgency: 'today',
      },
      covering: {
        text: ({ label }) => `of ${label ?? 'a colleague'}, whom you cover`,
        to: ({ target }) => queue(`view=open&assignee_id=${target ?? ''}`),
      },
    },
  },
  // With the first tasks, to check off
  tasks: {
    title: 'Your tasks',
    lines: {
      overdue: { text: 'overdue', to: paths.tasks, urgency: 'late' },
      due_today: { text: 'due today', to: paths.tasks, urgency: 'today' },
      covering: {
        text: ({ label }) => `of ${label ?? 'a colleague'}, whom you cover`,
        to: ({ target }) => `${paths.tasks}?whose=${target ?? ''}`,
      },
    },
  },
  programs: {
    title: 'Programs',
    lines: {
      begin: { text: 'beginning within 30 days', to: crm('programs&view=begin_soon') },
      end: { text: 'ending within 30 days', to: crm('programs&view=end_soon') },
      seats: {
        text: 'with free seats and a waitlist',
        to: `${paths.submissions}?tab=seats`,
        urgency: 'today',
      },
      registrations: {
        text: 'registrations to decide',
        one: 'registration to decide',
        to: `${paths.submissions}?tab=registrations&view=open`,
      },
      quiet: {
        text: 'quiet matches',
        one: 'quiet match',
        to: programPage,
        urgency: 'today',
      },
    },
  },
  meetings: {
    title: 'Meetings',
    lines: {
      attendance: {
        text: 'without attendance',
        to: (figure) => `${programPage(figure)}&part=meetings`,
        urgency: 'today',
      },
      held: { text: 'that came too late, to decide', to: programPage, urgency: 'today' },
    },
  },
  clearances: {
    title: 'Evidence',
    lines: { evidence: { text: 'ending within 60 days', to: paths.clearances } },
  },
  gifts: {
    title: 'Gifts',
    lines: {
      thanks: { text: 'thanks due', to: crm('donors&by=donor&thanks=due') },
      batches: {
        text: 'open batches',
        one: 'open batch',
        to: ({ target }) => `${paths.giftDesk}?batch=${target ?? ''}`,
      },
      batch_deposits: {
        text: 'batches that differ from their deposit',
        one: 'batch that differs from its deposit',
        to: `${paths.journal}?open=batches`,
        urgency: 'today',
      },
      payout_deposits: {
        text: 'payouts that differ from their deposit',
        one: 'payout that differs from its deposit',
        to: `${paths.journal}?open=payouts`,
        urgency: 'today',
      },
      monthly: {
        text: 'failing monthly gifts',
        one: 'failing monthly gift',
        to: `${paths.pledges}?list=monthly`,
        urgency: 'today',
      },
    },
  },
  campaigns: {
    title: 'Campaigns',
    lines: {
      scheduled: { text: 'scheduled', to: crm('campaigns&status=scheduled') },
      paused: { text: 'paused', to: crm('campaigns&status=paused'), urgency: 'today' },
    },
  },
  admins: {
    title: 'Administration',
    lines: {
      mails: {
        text: 'emails that failed within a week',
        one: 'email that failed within a week',
        to: paths.mail,
        urgency: 'today',
      },
      faults: { text: 'open faults', one: 'open fault', to: `${paths.faults}?state=open` },
      erasures: {
        text: 'erasures waiting for your approval',
        one: 'erasure waiting for your approval',
        to: `${paths.changeLog}?record_kind=erasures`,
        urgency: 'today',
      },
      invited: {
        text: 'invitations waiting',
        one: 'invitation waiting',
        to: crm('users&dialog=invitations'),
      },
      expired: {
        text: 'invitations that ended unanswered',
        one: 'invitation that ended unanswered',
        to: crm('users&dialog=invitations'),
        urgency: 'today',
      },
    },
  },
} satisfies Record<string, HomePanel>

export type HomePanelName = keyof typeof homePanels

export const homePanelNames = Object.keys(homePanels) as HomePanelName[]
