// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { PictureData } from '../components/picture'
import { organisation } from '@/shared/data/organisation'
import { periodInWords, retentionRules } from '@/shared/data/retention'
import { termsVersion } from '@/shared/data/terms-version'

export interface LegalSection {
  title: string
  paragraphs: readonly string[]
  points?: readonly string[]
}

export interface LegalContent {
  title: string
  description: string
  lead: string
  image: PictureData
  version: string
  sections: readonly LegalSection[]
}

export const privacyContent: LegalContent = {
  title: 'Privacy Policy',
  description:
    'The data this site stores about you and your child, why, for how long, who can see it, and whom to ask to see, correct or delete it.',
  lead: 'The data we store about you and your child, why, how long, who sees it, and whom to ask.',
  image: {
    src: '/images/scene-cabinet.svg',
    width: 240,
    height: 200,
    alt: 'A filing cabinet, closed, with a padlock on it',
  },
  version: '2026-11-23',
  sections: [
    {
      title: 'Our responsibility',
      paragraphs: [
        `${organisation.fullName}, ${organisation.location}. For every question about your data, write to ${organisation.email} or call ${organisation.phone}.`,
      ],
    },
    {
      title: 'Data you send us',
      paragraphs: [
        'We store what you type into a form once you send it, together with the day and time. We use it to answer you and to do what you asked for, and for nothing else.',
      ],
      points: [
        ...retentionRules.flatMap(({ stored }) => stored ?? []),
        'Newsletter: name and email address, until you tell us to stop.',
      ],
    },
    {
      title: 'Data we add',
      paragraphs: [
        'Answering you, and working together with you, leaves traces too. These are all that we keep.',
      ],
      points: [
        'To what you sent: its reference, where it stands, by when we answer and who of us looks after it, our answers to you, what you add or withdraw on its page, and notes and tasks that staff write for each other.',
        'People of our programs: of a mentor or trainer name, how to reach them, what they are good at and a few words about them; of a mentee name, school, grade level, how to reach them and their parents. With each of them we keep which programs they are in and, if they began with an application, which one that was.',
        'Courses: in which course a mentee is enrolled or waits for a place, and their grades.',
        'Gifts: name, email address, telephone number, how it was paid with the number of a check, a tribute, a note, amount, day and purpose of each, a refund, the number under which the payment provider knows it, of a monthly gift when it was last paid and when its card expires, and for each donor what the gifts come to and whether we gave thanks.',
        'Accounts: name, email address, whether you confirmed it, and role. The password is stored scrambled so that we cannot read it, and each sign-in with the IP address and browser that it came from. With a second factor also its name and key, and your recovery codes scrambled. Of staff also permissions, who gave them, what they want to hear of by email, how they arrange and search their lists, and when they were last here.',
        'Emails to you: a copy of what is sent, your address, when it went out and whether it arrived. Before a campaign goes out, a list of those who get it is made of the people named here. An address that came back, complained or unsubscribed is on a list of its own, so that we do not write to it again.',
        'Imports: where staff bring in a list from a file, the name of the file, who did it and a fingerprint of each row that does not reveal what is in it.',
      ],
    },
    {
      title: 'People with access',
      paragraphs: [
        'Applications, proposals and volunteer offers are read by the staff who review them. A child’s record in our programs is read by those who look after mentees; names and email addresses alone by those who put groups together and by those who manage courses, who also see and enter grades. People who send campaigns need not see the addresses that they go to. The database itself refuses everybody else who works with us. With an account whose address you confirmed you see yourself which forms you sent and what you gave.',
        'Changes that staff make to people, programs, roles and submissions are logged with their name and the time, so that we can answer for them. We sell nothing, show no advertising and pass nothing on, unless the law obliges us to.',
        'A few companies work for us. Our database provider, Supabase, keeps the data and signs you in. A web host delivers these pages. Both see technical data such as your IP address for as long as it takes to answer and to defend the service. A mail provider delivers our emails, sees their addresses and texts, and tells us when one comes back. A payment provider takes gifts: it tells us your name, email address, amount and purpose, and of a monthly gift when its card expires. We never learn the number of a card.',
      ],
    },
    {
      title: 'How long',
      paragraphs: [
        'These are the longest times. We may choose shorter ones, and the database refuses longer ones. What is due is deleted by itself within a day, and with what you sent go its notes, answers and emails.',
        'We keep all else until its purpose ends or you ask us to delete it.',
      ],
      points: [
        ...retentionRules.map(({ said, longest, unit }) =>
          said.replaceAll('{period}', periodInWords(longest, unit)),
        ),
        'An email that we cannot send is given up after a day, one of a campaign that waits after 90 days.',
        'Encrypted backups hold what we had on their day. When one is restored, what was erased since then is erased again.',
        'Addresses that we do not write to: until you subscribe again or ask us to write to you.',
        'Text that you typed and have not sent: in this tab of your browser alone, for half an hour after you last changed it. Nothing about a child, its goals or its needs is kept when you leave the page.',
      ],
    },
    {
      title: 'Data in your browser',
      paragraphs: [
        'We set no cookies and track no one from page to page. Your browser remembers on your own device how often you have seen our opening, which columns of a list you have hidden and, if you have signed in, your session. Signing out or clearing the browser’s data removes it.',
        ...(import.meta.env.VITE_TURNSTILE_SITE_KEY
          ? [
              'So that robots do not fill in our forms, your browser loads Cloudflare Turnstile when you turn to a form or to signing in. Cloudflare then sees your IP address and technical features of your browser, and nothing that you type.',
            ]
          : []),
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        `Write to ${organisation.email} to see what we hold about you or your child, to correct it, to receive it as a file, to object to its use or to have it deleted. We answer within 30 days. If you are not content with our answer, you may turn to the data protection authority where you live.`,
      ],
    },
  ],
}

export const termsContent: LegalContent = {
  title: 'Terms of Service',
  description:
    'The terms on which you use this site, apply to a program, propose a partnership or hold a supporter account with us.',
  lead: 'The terms on which you use this site, apply to a program or propose a partnership.',
  image: {
    src: '/images/partner.svg',
    width: 640,
    height: 560,
    alt: 'Two people agree on a plan that lies on the table between them',
  },
  version: termsVersion,
  sections: [
    {
      title: 'Applying to a program',
      paragraphs: [
        'An application asks for a place and does not promise one. Please answer truthfully, and apply for a child only if you are its parent or guardian or they know of it. You may withdraw at any time by writing to us.',
        'Where a child takes part, tell us what we need to know to keep it safe and well. We use it for that alone, as the privacy policy says.',
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
        'Texts, pictures and the logo are ours; you may quote and link to them. We keep the site correct and reachable as well as we can, without a promise that it always is. We are not answerable for pages of others that we link to.',
        `When these terms change, the date above changes with them; what you agreed to before stays what you agreed to. Questions go to ${organisation.email}.`,
      ],
    },
  ],
}
