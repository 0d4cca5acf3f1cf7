// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).

export const privacyHeader = {
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
}

export const termsHeader = {
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
}
