import { Section } from '@/shared/ui/container'
import { board } from '../content/board'

/** The board, above the leaders. */
export function Board() {
  return (
    <Section ground="raised" className="py-12 sm:py-16" aria-labelledby="board">
      <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="board">{board.title}</h2>
          <p className="mt-4 max-w-[44ch] text-ink-soft sm:text-lg">{board.text}</p>
        </div>
        <ul className="border-b border-line-strong">
          {board.members.map(({ name, office, text }) => (
            <li
              key={name}
              className="grid gap-x-12 border-t border-line-strong py-4 md:grid-cols-[14rem_1fr]"
            >
              <p>
                <span className="block font-semibold">{name}</span>
                <span className="block text-sm text-clay-700">{office}</span>
              </p>
              <p className="text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
