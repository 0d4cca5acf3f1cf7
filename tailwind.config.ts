import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import { palette } from './src/shared/data/palette'

/*
 * Design tokens. The default palette is replaced on purpose: a colour that is not named here does
 * not exist, so a screen cannot drift away from the brand or below AA contrast unnoticed. Each is a
 * variable on the root element, such as `--color-paper-raised`, which the back office gives another value
 * (`app/staff/staff.css`).
 */

/** A length that passes through the given ones at widths of 360, 768, 1280 and 1920 px, in px. */
function fluid(...lengths: [number, number, number, number]): string {
  const widths = [360, 768, 1280, 1920]
  const [first, second, third] = lengths.slice(1).map((length, index) => {
    const slope = (length - lengths[index]!) / (widths[index + 1]! - widths[index]!)
    const start = lengths[index]! - slope * widths[index]!
    return `${round(start / 16)}rem + ${round(slope * 100)}vw`
  })
  // Of the straight lines through two neighbors each, growth slows at the second and may quicken at the third.
  const isQuickening = lengths[3] - lengths[2] > (lengths[2] - lengths[1]) * 1.25
  const middle = isQuickening
    ? `max(min(${first}, ${second}), ${third})`
    : `min(${first}, ${second}, ${third})`
  return `clamp(${round((lengths[0] * 0.85) / 16)}rem, ${middle}, ${round(lengths[3] / 16)}rem)`
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

/**
 * The whole scale: four sizes of text, and three of the display face, which grow with the screen. A word of
 * these fits on a phone, however large a reader sets letters.
 */
const text = {
  xs: { size: '0.8125rem', leading: '1.25rem' },
  sm: { size: '0.9375rem', leading: '1.5rem' },
  base: { size: '1.0625rem', leading: '1.75rem' },
  lg: { size: '1.25rem', leading: '1.5' },
  subheading: { size: `min(10.5vw, ${fluid(20, 22, 24, 24)})`, leading: '1.3' },
  heading: { size: `min(11.5vw, ${fluid(28, 34, 40, 46)})`, leading: '1.15', tracking: '-0.012em' },
  title: { size: `min(13vw, ${fluid(40, 52, 64, 76)})`, leading: '1.06', tracking: '-0.02em' },
}

/** So many steps of `--spacing`, which has its own length where letters are large. */
const spaces = (count: number) => `calc(var(--spacing) * ${count})`

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
    DEFAULT: spaces(11),
    sm: spaces(9),
    x: spaces(5),
    y: spaces(2.25),
    'x-sm': spaces(3.5),
    'y-sm': spaces(1.25),
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

      /** A phone whose letters are set half as large again, or twice */
      screens: { xs: '18rem' },

      /** Grows with the letters, which space does not. */
      lineHeight: { 4: '1rem', 5: '1.25rem', 6: '1.5rem', 6.5: '1.625rem', 7: '1.75rem' },

      spacing: {
        /** Above and below the content of a full-width band */
        band: `min(18vw, ${fluid(64, 88, 112, 152)})`,
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
        page: 'var(--width-page)',
        wide: '86rem',
        measure: '60ch',
      },
    },
  },
  plugins: [plugin((api) => api.addBase({ ':root': declarations(look) }))],
} satisfies Config
