import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'

/*
 * Design tokens. The default palette is replaced on purpose: a colour that is not named here does
 * not exist, so a screen cannot drift away from the brand or below AA contrast unnoticed. Each is a
 * variable on the root element, such as `--color-paper-raised`, which the back office gives another value
 * (`features/portal/staff.css`).
 */

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
  /** Grounds: the page, what lies on it, bands within it, and what is pressed into it. */
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

  /** Label colours that carry no meaning of their own: roles, categories, statuses. */
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

  /** The label of the default style: it keeps dark where `forest` grows light. */
  badge: { DEFAULT: forest[700], ink: '#fffdf8' },
  /** Text on what is filled with `danger`, or with `marigold-400`. */
  'on-danger': '#ffffff',
  'on-marigold': '#0b2218',
  /** Dims what lies beneath a dialog. */
  scrim: 'rgb(11 34 24 / 0.55)',
}

/**
 * The whole scale: four sizes of text with line heights on the 4 px grid, and three of the display
 * face, which grow with the screen.
 */
const text = {
  xs: { size: '0.8125rem', leading: '1.25rem' },
  sm: { size: '0.9375rem', leading: '1.5rem' },
  base: { size: '1.0625rem', leading: '1.75rem' },
  lg: { size: '1.1875rem', leading: '1.75rem' },
  subheading: { size: 'clamp(1.25rem, 1.175rem + 0.33vw, 1.4375rem)', leading: '1.3' },
  heading: {
    size: 'clamp(1.6875rem, 1.45rem + 1.05vw, 2.25rem)',
    leading: '1.2',
    tracking: '-0.01em',
  },
  title: {
    size: 'clamp(2.125rem, 1.3rem + 2vw, 3.25rem)',
    leading: '1.12',
    tracking: '-0.015em',
  },
}

const look = {
  text,
  color: palette,
  font: {
    display: "'Fraunces', 'Fraunces Fallback', 'Fraunces Fallback Android', Georgia, serif",
  },
  round: { control: '0.625rem', card: '1.25rem', panel: '1.75rem' },
  shade: {
    card: '0 1px 2px rgb(64 48 20 / 0.05), 0 6px 20px -8px rgb(64 48 20 / 0.12)',
    lift: '0 2px 4px rgb(64 48 20 / 0.06), 0 16px 36px -12px rgb(64 48 20 / 0.2)',
    overlay: '0 24px 64px -16px rgb(11 34 24 / 0.45)',
  },
  /** Height and padding of buttons, and of whatever takes text or a choice. */
  control: {
    DEFAULT: '2.75rem',
    sm: '2.25rem',
    x: '1.25rem',
    y: '0.5625rem',
    'x-sm': '0.875rem',
    'y-sm': '0.3125rem',
  },
}

interface Tokens {
  [name: string]: string | Tokens
}

/** The variables of some tokens, each with its value. */
function declarations(tokens: Tokens, prefix = '-'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tokens).flatMap(([name, token]): [string, string][] => {
      const variable = name === 'DEFAULT' ? prefix : `${prefix}-${name}`
      return typeof token === 'string'
        ? [[variable, token]]
        : Object.entries(declarations(token, variable))
    }),
  )
}

/** The same tokens, of which each is its variable. */
function variables<T extends Tokens>(tokens: T, prefix: string): T {
  return Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => {
      const variable = name === 'DEFAULT' ? prefix : `${prefix}-${name}`
      return [name, typeof token === 'string' ? `var(${variable})` : variables(token, variable)]
    }),
  ) as T
}

export default {
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      inherit: 'inherit',
      white: '#ffffff',
      black: '#000000',
      ...variables(palette, '--color'),
    },

    fontSize: Object.fromEntries(
      Object.entries(variables(text, '--text')).map(([name, { size, leading, ...tracking }]) => [
        name,
        [
          size,
          {
            lineHeight: leading,
            ...('tracking' in tracking && { letterSpacing: tracking.tracking }),
          },
        ],
      ]),
    ),

    extend: {
      fontFamily: {
        display: 'var(--font-display)',
        sans: [
          '"Source Sans 3"',
          '"Source Sans 3 Fallback"',
          '"Source Sans 3 Fallback Android"',
          'system-ui',
          'sans-serif',
        ],
        mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', 'monospace'],
      },

      borderRadius: variables(look.round, '--round'),
      boxShadow: variables(look.shade, '--shade'),

      spacing: {
        /** Above and below the content of a full-width band */
        band: 'clamp(3.5rem, 2.5rem + 4.5vw, 6.5rem)',
        card: 'var(--card-space)',
        control: variables(look.control, '--control'),
      },

      animation: {
        appear: 'appear 160ms ease-out',
        rise: 'rise 200ms ease-out',
        turn: 'turn 800ms linear infinite',
        breathe: 'breathe 1.6s ease-in-out infinite',
      },
      keyframes: {
        appear: { from: { opacity: '0' } },
        rise: { from: { opacity: '0', transform: 'translateY(0.75rem)' } },
        turn: { to: { transform: 'rotate(1turn)' } },
        breathe: { '50%': { opacity: '0.5' } },
      },

      maxWidth: {
        narrow: '44rem',
        page: '72rem',
        wide: '86rem',
        measure: '66ch',
      },
    },
  },
  plugins: [plugin((api) => api.addBase({ ':root': declarations(look) }))],
} satisfies Config
