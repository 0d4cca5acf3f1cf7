import { createElement, type ComponentProps } from 'react'

/**
 * The build replaces lucide's component factory with this one: theirs does more than we use and
 * weighs as much as fifteen icons on each public page.
 */
export default function createLucideIcon({ node }: { node: [tag: string, attributes: object][] }) {
  return (props: ComponentProps<'svg'>) => (
    <svg
      aria-hidden="true"
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  )
}
