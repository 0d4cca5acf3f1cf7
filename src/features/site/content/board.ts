// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { founder } from './people'

interface BoardMember {
  name: string
  office: string
  text: string
}

/** If they are quoted elsewhere on the site, it says that they are on the board. */
export const board = {
  title: 'Our board',
  text: 'Five people decide on the budget and the plans, and choose who leads. None of them is paid for it.',
  members: [
    {
      name: founder.name,
      office: 'President',
      text: 'Founded us. She has no vote on her own pay.',
    },
    {
      name: 'Ruth Adler',
      office: 'Treasurer',
      text: 'A retired bookkeeper in Austin, who tutors on Thursdays.',
    },
    {
      name: 'Rev. Calvin Brooks',
      office: 'Member',
      text: 'Leads Pine Hollow Chapel in Durham, which we fund. He has no vote on that.',
    },
    {
      name: 'Marisol Vega',
      office: 'Member',
      text: 'Tutors fractions in Houston as a volunteer.',
    },
    {
      name: 'Emmanuel Saye',
      office: 'Member',
      text: 'A tailor and father in Paynesville, who came to our parents’ evenings.',
    },
  ] satisfies readonly BoardMember[],
}

/** "Josephine Tarwoe (president), Ruth Adler (treasurer), …" */
export const boardInWords = new Intl.ListFormat('en-US').format(
  board.members.map(({ name, office }) =>
    office === 'Member' ? name : `${name} (${office.toLowerCase()})`,
  ),
)
