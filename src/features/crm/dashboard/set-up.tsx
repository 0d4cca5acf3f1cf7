import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { setUpFiles, setUpSteps } from '@/shared/data/set-up-steps'
import { rpcQuery } from '@/shared/supabase/ask'
import { HomeCard, homeLink } from './home-panel'

const HolidaysDialog = lazyPart(() => import('./holidays-dialog'))

const stepsQuery = rpcQuery(['dashboard', 'set-up'], 'set_up_steps', {})

/** For admins: the open steps of setting up; nothing once all are done. */
export function SetUp() {
  const steps = useQuery(stepsQuery)
  const [isAdding, setAdding] = useState(false)
  const all = steps.data ?? []
  const open = all.flatMap(({ step, is_done }) => (is_done ? [] : [{ step, ...setUpSteps[step]! }]))
  if (steps.isLoadingError) {
    return <LoadFailure title="The steps of setting up could not be loaded." query={steps} />
  }
  if (open.length === 0) return null
  return (
    <HomeCard title="Set up">
      <p className="text-ink-soft">
        {all.length - open.length} of {all.length} steps are done. Each leaves this list as soon as
        it is.
      </p>
      <ul className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
        {open.map(({ step, title, text, to }) => (
          <li key={step} className="py-1.5">
            {to ? (
              <Link to={to} className={way}>
                {title}
              </Link>
            ) : step === 'holidays' ? (
              <button type="button" className={way} onClick={() => setAdding(true)}>
                {title}
              </button>
            ) : (
              <span className="font-semibold">{title}</span>
            )}
            <span className="block text-sm text-ink-soft">{text}</span>
          </li>
        ))}
      </ul>
      <p className="py-1 text-sm text-ink-soft">
        {setUpFiles.map(({ what, file }) => (
          <span key={file} className="block wrap-anywhere">
            {what}: <code>{file}</code>
          </span>
        ))}
      </p>
      {isAdding && <HolidaysDialog onClose={() => setAdding(false)} />}
    </HomeCard>
  )
}

const way = `inline-flex items-center font-semibold pointer-coarse:min-h-11 ${homeLink}`
