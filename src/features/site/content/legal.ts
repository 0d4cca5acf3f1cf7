// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'
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
  version: string
  sections: readonly LegalSection[]
}

export const privacyContent: LegalContent = {
  title: 'Privacy Policy',
  description:
    'What this site stores about you and your child, why, for how long, who can see it, and whom to ask to see, correct or delete it.',
  lead: 'What we store about you and your child, why, how long, who sees it, and whom to ask.',
  version: '2026-11-22',
  sections: [
    {
      title: 'Who is responsible',
      paragraphs: [
        `${organisation.fullName}, ${organisation.location}. For every question about your data, write to ${organisation.email} or call ${organisation.phone}.`,
      ],
    },
    {
      title: 'What you send us',
      paragraphs: [
        'We store what you type into a form once you send it, together with the day and time. We use it to answer you and to do what you asked for, and for nothing else.',
      ],
      points: [
        'Application to a program: your name and how to reach you, what you are to the child, and what you choose to tell us about the child: name, age, goals, experience so far and special needs. We need it to decide about a place and to prepare for it. With it we store which terms you agreed to.',
        'Volunteering: your name, how to reach you, and where and when you would like to help.',
        'Partnership proposal: who you are, your organization and what you propose, and which terms you agreed to.',
        'Newsletter: name and email address, until you tell us to stop.',
        'Message: name, email address and what you wrote.',
        'Registration for a program: your name and how to reach you, what you choose to tell us about your experience and hopes, which terms you agreed to and, with the box ticked, your subscription to the newsletter. What you need to take part, and whom to call in an emergency, only staff see who open it on purpose, and each time is recorded.',
        'Giving: a pledge is stored with your name, email address, amount and how often. A payment page, where you go on to one, is told the amount and how often.',
      ],
    },
    {
      title: 'Who sees it',
      paragraphs: [
        'Applications, proposals and volunteer offers are read by the staff who review them. A child’s record in our programs is read by those who look after mentees, names and email addresses alone by those who put groups together. Nobody else who works with us can open them: the database itself refuses. With an account whose address you confirmed you see yourself which forms you sent and what you gave.',
        'Changes that staff make to people, programs, roles and submissions are logged with their name and the time, so that we can answer for them. Of a gift the payment provider tells us your name, email address, amount and purpose, and nothing of how you paid. We sell nothing, show no advertising and pass nothing on, unless the law obliges us to.',
        'The data is kept by our database provider, Supabase, and these pages are delivered by a web host. Both see technical data such as your IP address for as long as it takes to answer and to defend the service.',
      ],
    },
    {
      title: 'How long',
      paragraphs: ['What is temporary ends by itself. What you sent us, we delete when you ask.'],
      points: [
        'What you sent: until it is of no more use for what you sent it for, or you ask us to delete it. Gifts are kept for as long as tax law asks.',
        'Your IP address: ten minutes, eleven at most, to stop one address from sending a form again and again.',
        'What you typed and have not sent: in this tab of your browser alone, for half an hour after you last changed it. What you write about a child, its goals and its needs is not kept at all when you leave the page.',
        'An account: until you ask us to delete it.',
        'The log of what staff changed, also in a child’s record: a year.',
      ],
    },
    {
      title: 'What stays in your browser',
      paragraphs: [
        'We set no cookies and follow nobody from page to page. Your browser remembers on your own device how often you have seen our opening, which columns of a list you have hidden and, if you have signed in, your session. Signing out or clearing the browser’s data removes it.',
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
        'An account is for one person. Keep its password to yourself and tell us at once if somebody else knows it. We may close an account that is used to harm others.',
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
