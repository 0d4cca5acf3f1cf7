import { clothOf } from '@/shared/data/cloths'
import type { Program } from '../content/program'

/** One voice from a program, beside a selvage of its cloth. */
export function ProgramVoice({ program }: { program: Program }) {
  const { quote, name, role } = program.voice
  return (
    <figure className="flex gap-5 sm:gap-8">
      <div
        aria-hidden="true"
        className="w-4 shrink-0 bg-[length:100%_auto] sm:w-6 print:hidden"
        style={{ backgroundImage: `url(${clothOf(program.id)})` }}
      />
      <div className="py-1">
        <blockquote className="max-w-[30ch] font-display text-subheading sm:text-heading text-forest-900">
          <p>“{quote}”</p>
        </blockquote>
        <figcaption className="mt-4">
          <span className="font-semibold text-clay-700">{name}</span>, {role}
        </figcaption>
      </div>
    </figure>
  )
}
