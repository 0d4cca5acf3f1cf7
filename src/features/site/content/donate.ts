import { organisation } from '@/shared/data/organisation'

export const donateContent = {
  title: 'Donate',
  description: `How to give to ${organisation.name}: online, by check, by bank transfer or every month, and what a gift of $62.50, $375 or $3,750 does.`,
  lead: 'Nine tenths of a place at our school is paid by people who will never sit in the class. Thank you for being one of them.',
  image: {
    src: '/images/flagship-school.svg',
    width: 640,
    height: 480,
    alt: 'The school: a long house with a clay-red roof between palms, children in the yard and rows of vegetables in front.',
  },
  actionOnline: 'Give online',
  actionEmail: 'Ask us how to give',
  giftsTitle: 'What a gift does',
  giftsText:
    'Families pay a tenth of what a place costs. Gifts pay the rest, and sometimes the tenth too.',
  gifts: [
    { amount: '$62.50', text: 'covers one parent’s own share of the parent engagement program.' },
    {
      amount: '$375',
      text: 'covers what a family pays for a child’s year in early childhood education.',
    },
    {
      amount: '$3,750',
      text: 'pays for that child’s whole year: teachers, books, breakfast and chair.',
    },
  ],
  waysTitle: 'Ways to give',
  ways: [
    {
      title: 'Once',
      text: `By card where we offer it, or by check made out to ${organisation.fullName}. Ask us for the postal address.`,
    },
    {
      title: 'Every month',
      text: 'A standing order lets us promise a teacher a full year. Change or stop it with one line to us.',
    },
    {
      title: 'By bank transfer',
      text: 'We send you the account details by e-mail and confirm them by phone, so that nobody can slip you others.',
    },
    {
      title: 'Through your employer',
      text: 'Many companies double what you give. Send us the form and we fill in our half.',
    },
    {
      title: 'In somebody’s honor',
      text: 'We write to the family, in your words or ours, and put the name in the front of a library book.',
    },
    {
      title: 'In kind',
      text: 'Picture books in good condition, laptops under five years old, or an afternoon of your trade.',
    },
  ],
  assurance: {
    title: 'Where it goes',
    text: 'You get a receipt within a week and, each spring, the report that our board reads. Say so, and your gift stays with one program or one place.',
  },
  contactTitle: 'Talk to a person',
  contactText:
    'Questions about a gift, a will or a receipt are answered by the people who open the mail.',
}
