// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'
import { periodInWords, retentionRules } from '@/shared/data/retention'
import { termsVersion } from '@/shared/data/terms-version'

interface LegalSection {
  title: string
  paragraphs: readonly string[]
  points?: readonly string[]
  /** Whether the points are rows, split at their first colon */
  isTable?: boolean
}

interface LegalContent {
  /** All of it, in short */
  summary?: { title: string; lines: readonly string[] }
  version: string
  sections: readonly LegalSection[]
}

export const privacyContent: LegalContent = {
  summary: {
    title: 'In five lines',
    lines: [
      'We keep what you send us, to answer you.',
      'Only staff who need it can read it.',
      'No cookies, no advertising, nothing sold.',
      'When its time is over, it is deleted.',
      'Ask us to see, correct or delete it.',
    ],
  },
  version: '2026-11-29',
  sections: [
    {
      title: 'Our responsibility',
      paragraphs: [
        `${organisation.fullName}, ${organisation.location}, is responsible for your data. If you have a question about it, write to ${organisation.email} or call ${organisation.phone.replaceAll(' ', '\u{a0}')}.`,
      ],
    },
    {
      title: 'Data you send us',
      paragraphs: [
        'When you send a form, we store what you typed, with the day and time. We use it only to answer you and to do what you asked for.',
      ],
      points: [
        ...retentionRules.flatMap(({ stored }) => stored ?? []),
        'Newsletter: name and email address, until you tell us to stop.',
      ],
    },
    {
      title: 'Data we add',
      paragraphs: ['We add to it as we answer you and work with you. This is all that we keep.'],
      points: [
        'What you sent: its reference, where it stands, the day by which we answer, who on our team looks after it, our answers to you, what you add or withdraw on its page, and the notes and tasks that staff write for each other.',
        'People in our programs: for a mentor or trainer, name, contact details, skills and a few words about them; for a mentee, name, school, grade level, and contact details of the mentee and the parents. Of a mentor or trainer we keep evidence of what a program requires, like a background check, with its day and end, exemptions from it, and which reminders we sent. We also keep which mentor and mentee meet, when both sides agreed, when they paused and when staff talked with them; on which days and where they can meet, and what they wish. Of meetings we keep the day, the length, the place and what they were about, who came, and who collected a child. We also keep which programs they are in and, if they began with an application, which one. Staff’s notes about you: your postal address, language, household or employer, that you must not be contacted, and who may collect a child. What parents and guardians allow for a child, such as photos or trips: the answer, who gave it, when, and by which text. We keep it as long as the child’s record.',
        'Courses: in which course a mentee is enrolled or waits for a place, and their grades.',
        'Gifts: your name, email address and phone number, and the amount, day and purpose of each. If you pledged, your name, the amount, its days due and purpose, and what you paid of it. Also how it was paid, the number of a check, a refund, a tribute, a note, and the payment provider’s number for it. For a monthly gift we keep when it was last paid and when its card expires, and for each donor the total of the gifts and whether we said thank you. We keep a copy of each receipt, with the postal address on it, and until all are sent a list of who gets one.',
        'Accounts: name, email address, whether you confirmed it, and role. The password is scrambled, so that we cannot read it. We store each sign-in with its IP address and browser. If you use a second factor, we store its name and key, and your recovery codes scrambled. For staff, we also store their permissions, who gave them and when an admin confirmed them, for twelve months who invited them, which emails they get, how they arrange and search their lists, and when they were last here. We also store which account is a mentor’s, meetings that a mentor logged too late until our office decides about them, and whether a mentor may see a parent’s phone number.',
        'Files that staff add to any of this, such as a signed form, a background check, a report card or a photograph: its name and content, and who added it when. Pictures lose where they were taken.',
        'Emails to you: a copy of what is sent, your address, when it went out and whether it arrived. Before a campaign goes out, we make a list of those who get it from the people named here. We keep an address that does not work, complained or unsubscribed on a separate list, so that we do not write to it again.',
        'Concerns about a child: what a member of staff or a mentor reported, who reported it, and what was done about it. Only the people named for safeguarding at our office read it.',
        'Imports: when staff import a list, we store the name of the file, who did it and a fingerprint of each row. The fingerprint does not reveal what the row says.',
      ],
    },
    {
      title: 'People with access',
      paragraphs: [
        'Staff who review applications, proposals and volunteer offers can read them. Staff who look after mentees can read a child’s record in our programs. Staff who put groups together or manage courses see only names and email addresses; those who manage courses also see and enter grades. Staff can send a campaign without seeing its addresses. The database itself refuses everyone else who works with us. If you have an account and confirmed its address, you can see which forms you sent and what you gave.',
        'We log every change that staff make to people, programs, roles and submissions, with their name and the time. We do not sell your data, we show no advertising, and we pass nothing on unless the law requires it.',
        'A few companies work for us. Supabase, our database provider, keeps the data and signs you in. A web host delivers these pages. Both see technical data, such as your IP address, for as long as they need it to answer and to protect the service. A mail provider delivers our emails. It sees their addresses and texts, and tells us when one comes back. A payment provider takes gifts. It tells us your name, email address, amount and purpose, and when the card of a monthly gift expires. We never see the number of a card.',
      ],
    },
    {
      title: 'How long',
      isTable: true,
      paragraphs: [
        'These are the longest periods. We may choose shorter ones, and the database refuses longer ones. When a period ends, the data is deleted automatically within a day. With what you sent, we delete its notes, answers and emails.',
        'We keep everything else until we no longer need it or you ask us to delete it.',
      ],
      points: [
        ...retentionRules.map(({ said, longest, unit }) =>
          said.replaceAll('{period}', periodInWords(longest, unit)),
        ),
        'A file: as long as what it was added to, or until a day after staff remove it. A gift that loses its name loses its files.',
        'An email that we cannot send: we stop trying after a day, or after 90 days if it belongs to a campaign.',
        'Encrypted backups: each holds what we had on its day. When we restore one, we erase again what was erased since then.',
        'Addresses that we do not write to: until you subscribe again or ask us to write to you.',
        'Text that you typed and have not sent: only in this tab of your browser, for half an hour after your last change. Nothing about a child, their goals or their needs is kept when you leave the page.',
      ],
    },
    {
      title: 'Data in your browser',
      paragraphs: [
        'We set no cookies and do not track you from page to page. Your browser remembers on your own device how often you have seen our opening and, if you signed in, your session. For staff, it also remembers the look of their screens. To remove all of this, clear your browser’s data. Signing out removes the session.',
        ...(import.meta.env.VITE_TURNSTILE_SITE_KEY
          ? [
              'To keep robots out of our forms, your browser loads Cloudflare Turnstile when you begin to fill in a form or to sign in. Cloudflare then sees your IP address and technical features of your browser, but nothing that you type.',
            ]
          : []),
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        `Write to ${organisation.email} to see what we hold about you or your child, to correct it, to receive it as a file, to object to its use or to have it deleted. We answer within 30 days. If our answer does not satisfy you, you may contact the data protection authority where you live.`,
      ],
    },
  ],
}

export const termsContent: LegalContent = {
  version: termsVersion,
  sections: [
    {
      title: 'Applying to a program',
      paragraphs: [
        'An application asks for a place and does not promise one. Please answer truthfully, and apply for a child only if you are a parent or guardian, or one of them knows about it. You may withdraw at any time by writing to us.',
        'Where a child takes part, tell us what we need to know to keep the child safe and well. We use it only for that, as the privacy policy says.',
      ],
    },
    {
      title: 'Proposing a partnership, volunteering, writing to us',
      paragraphs: [
        'With a proposal you agree that we contact you about it. Neither a proposal nor an offer to volunteer binds you or us until both have said yes in writing.',
      ],
    },
    {
      title: 'Accounts',
      paragraphs: [
        'An account is for one person. Keep its password to yourself and tell us at once if someone else knows it. We may close an account that is used to harm others.',
      ],
    },
    {
      title: 'Gifts',
      paragraphs: [
        'Gifts go to the purpose that you name; without one, to where they are needed most. If a gift reached us by mistake, write to us and we return it.',
      ],
    },
    {
      title: 'This site',
      paragraphs: [
        'Texts, pictures and the logo are ours; you may quote and link to them. We do our best to keep the site correct and online, but cannot promise that it always is. We are not responsible for other sites that we link to.',
        `When these terms change, the date above changes with them; what you agreed to before stays what you agreed to. Questions go to ${organisation.email}.`,
      ],
    },
  ],
}
