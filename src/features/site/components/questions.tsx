import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { Fold } from './fold'

export interface QuestionList {
  title: string
  list: readonly {
    question: string
    answer: string
    /** Pages and files of the site, emails or phone numbers */
    links?: readonly { label: string; to: string }[]
  }[]
}

/** Frequent questions, each with its answer. */
export function Questions({ content }: { content: QuestionList }) {
  return (
    <section aria-labelledby="questions" className="max-w-narrow">
      <h2 id="questions" className="text-subheading">
        {content.title}
      </h2>
      <div className="mt-4 border-t border-line-strong">
        {content.list.map(({ question, answer, links = [] }) => (
          <Fold key={question} title={question}>
            <p className="max-w-measure text-ink-soft">
              {answer}{' '}
              {links.map(({ label, to }, index) => (
                <Fragment key={to}>
                  {index > 0 && ', '}
                  {isPage(to) ? <Link to={to}>{label}</Link> : <a href={to}>{label}</a>}
                </Fragment>
              ))}
            </p>
          </Fold>
        ))}
      </div>
    </section>
  )
}

/** A file's name has a dot. */
const isPage = (to: string) => to.startsWith('/') && !to.includes('.')
