// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).

const small = { width: 240, height: 200 }

/** A school morning, hour by hour. */
export const morning = {
  title: 'A morning at school',
  hours: [
    {
      time: '7:30',
      title: 'Welcome at the gate',
      text: 'The head of school greets the children.',
      image: {
        ...small,
        src: '/images/morning.svg#gate',
        alt: 'A man waves at the open school gate; a girl walks toward him.',
      },
    },
    {
      time: '8:00',
      title: 'Breakfast',
      text: 'Cooked on site. We wash up together.',
      image: {
        ...small,
        src: '/images/morning.svg#bowl',
        alt: 'A boy with a steaming bowl of porridge.',
      },
    },
    {
      time: '8:45',
      title: 'On the mat',
      text: 'The question of the day: How deep is the well?',
      image: {
        ...small,
        src: '/images/morning.svg#mat',
        alt: 'Three children on a mat; one raises a hand.',
      },
    },
    {
      time: '9:30',
      title: 'Corners',
      text: 'Letters, numbers, building, shop.',
      image: {
        ...small,
        src: '/images/morning.svg#corners',
        alt: 'Two children build a tower of lettered blocks.',
      },
    },
    {
      time: '11:00',
      title: 'Outdoor play',
      text: 'Under the mango tree, with a ball.',
      image: {
        ...small,
        src: '/images/morning.svg#ball',
        alt: 'Two children jump for a ball.',
      },
    },
    {
      time: '12:00',
      title: 'A story, a song',
      text: 'And home, on Fridays with a book.',
      image: {
        ...small,
        src: '/images/morning.svg#book',
        alt: 'A teacher reads aloud to two children.',
      },
    },
  ],
} as const
