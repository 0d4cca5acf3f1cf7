import type { ProgramFacts } from '../content/program'

/** One voice from a program, beside a selvage of its cloth. */
export function ProgramVoice({ program }: { program: ProgramFacts }) {
  const { quote, name, role } = program.voice
  return (
    <figure className="grid grid-cols-[1rem_1fr] gap-x-5 sm:grid-cols-[1.5rem_1fr] sm:gap-x-8">
      <div
        aria-hidden="true"
        className="row-span-2 bg-[length:100%_auto] print:hidden"
        data-cloth={program.id}
      />
      <blockquote className="col-start-2 max-w-[30ch] pt-1 font-display text-subheading text-forest-900 sm:text-heading">
        <p>“{quote}”</p>
      </blockquote>
      <figcaption className="col-start-2 mt-4 pb-1">
        <span className="font-semibold text-clay-700">{name}</span>, {role}
      </figcaption>
    </figure>
  )
}
