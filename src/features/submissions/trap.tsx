import type { Ref } from 'react'

/**
 * A field that nobody sees, hears or reaches, and that robots fill in. Neither its name nor its label
 * is one that browsers know how to fill; password managers are told to leave it alone.
 */
export function Trap({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Homepage (leave this empty)
        <input
          ref={ref}
          type="text"
          name="homepage"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore="true"
          data-bwignore="true"
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  )
}
