/* The colors of the site, its installed icon and its mails; `tailwind.config.ts` makes them classes. */

const forest = {
  50: '#eff5f0',
  100: '#dcebe1',
  200: '#bcdac7',
  300: '#8fbfa3',
  400: '#5b9d79',
  500: '#38805a',
  600: '#276546',
  700: '#1d5038',
  800: '#163d2a',
  900: '#0f2c1e',
  950: '#0b2218',
}

const marigold = {
  50: '#fef7e4',
  100: '#fcecc0',
  200: '#fadd93',
  300: '#f8cd62',
  400: '#f3b73a',
  500: '#e5a11f',
  600: '#b97a0c',
  700: '#8c5a08',
  800: '#6b4508',
  900: '#4a3006',
}

const clay = {
  50: '#fbf1eb',
  100: '#f6dfd3',
  200: '#ebc3ae',
  300: '#dc9f81',
  400: '#ca7a57',
  500: '#b65f3c',
  600: '#9a4c2d',
  700: '#7d3d25',
  800: '#62301e',
  900: '#472316',
}

export const palette = {
  /** Grounds: the page, raised surfaces, bands, and sunken surfaces. */
  paper: { DEFAULT: '#fbf6ec', raised: '#fffdf8', sunken: '#f4ecdc', deep: '#e9dec8' },
  /** Text: all three are AA on every paper except `muted` on `paper-deep`. */
  ink: { DEFAULT: '#1e2923', soft: '#46524a', muted: '#5c675f' },
  /** `line` only decorates; `line-strong` is 3:1 and may be the only edge of a control. */
  line: { DEFAULT: '#e2d6c0', strong: '#877f6e' },

  forest,
  marigold,
  clay,

  success: { DEFAULT: '#1f6b45', soft: '#e4f2e8', line: '#a9d1b8', ink: '#14492f' },
  warning: { DEFAULT: '#8a5a00', soft: '#fdf1cf', line: '#e6c672', ink: '#5c3c00' },
  danger: { DEFAULT: '#b3261e', soft: '#fdeae7', line: '#ecb3ac', ink: '#7f1a14' },
  info: { DEFAULT: '#1f5f8b', soft: '#e5f0f7', line: '#a6c9e0', ink: '#17425f' },

  /** Label colors without a meaning: roles, categories, statuses. */
  tone: {
    grey: { soft: '#e6e8e6', ink: '#3c4641' },
    blue: { soft: '#dcebfa', ink: '#174a7c' },
    sky: { soft: '#d8f1f8', ink: '#0e4f63' },
    teal: { soft: '#d2f0ea', ink: '#0c5148' },
    green: { soft: '#dbf1dd', ink: '#1b5429' },
    olive: { soft: '#edf0c8', ink: '#484d0d' },
    yellow: { soft: '#fdf0b0', ink: '#5c4700' },
    orange: { soft: '#fde3c8', ink: '#7a3b06' },
    red: { soft: '#fde0dc', ink: '#8a1c15' },
    pink: { soft: '#fbdfeb', ink: '#84184f' },
    purple: { soft: '#efe2f9', ink: '#5b2889' },
    indigo: { soft: '#e3e5fb', ink: '#363a91' },
  },

  /** The label of the default style: it stays dark where `forest` turns light. */
  badge: { DEFAULT: forest[700], ink: '#fffdf8' },
  /** Text on what is filled with `danger`, or with `marigold-400`. */
  'on-danger': '#ffffff',
  'on-marigold': '#0b2218',
  /** Dims the page beneath a dialog. */
  scrim: 'rgb(11 34 24 / 0.55)',
}
