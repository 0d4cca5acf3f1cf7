import { useId, type Ref } from 'react'

interface UnitChartProps {
  total: number
  /** This many are filled, from the first. */
  filled: number
  columns: number
  unit: keyof typeof units
  /** The chart in words; without it, the words are beside it. */
  label?: string
  ref?: Ref<SVGSVGElement>
}

/** Each is 16 by 16. */
const units = {
  chair: 'M4.5 1.5h7v5h-7ZM3 8.5h10v2H3ZM5 6.5v2M11 6.5v2M4 10.5v4M12 10.5v4',
  square: 'M1.5 1.5h13v13h-13Z',
  morning: 'M2 2h12v12h-12Z',
}

/** The outline of the first `count` units of a grid, row by row or column by column. */
export function outlineOf(count: number, perLine: number, isByColumn = false): string {
  const lines = Math.floor(count / perLine)
  const rest = count % perLine
  const [along, across] = isByColumn ? ['V', 'H'] : ['H', 'V']
  return `M0 0${along}${perLine}${across}${lines}${along}${rest}${across}${lines + (rest ? 1 : 0)}${along}0Z`
}

/** A number as filled units among all units. */
export function UnitChart({ total, filled, columns, unit, label, ref }: UnitChartProps) {
  const id = useId()
  const isByColumn = unit !== 'chair'
  const rows = Math.ceil(total / columns)
  const perLine = isByColumn ? rows : columns
  return (
    <svg
      ref={ref}
      viewBox={`0 0 ${columns} ${rows}`}
      className="h-auto w-full"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {['', '-filled'].map((look) => (
        <pattern
          key={look}
          id={`${id}${look}`}
          width="1"
          height="1"
          patternUnits="userSpaceOnUse"
          viewBox="0 0 16 16"
        >
          <path d={units[unit]} strokeLinejoin="round" className={`ui-unit-${unit}${look}`} />
        </pattern>
      ))}
      <path
        fillRule="evenodd"
        d={outlineOf(total, perLine, isByColumn) + outlineOf(filled, perLine, isByColumn)}
        fill={`url(#${id})`}
      />
      <path
        data-filled={filled}
        d={outlineOf(filled, perLine, isByColumn)}
        fill={`url(#${id}-filled)`}
      />
    </svg>
  )
}
