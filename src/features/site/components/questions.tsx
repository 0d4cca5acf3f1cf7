import { Link } from 'react-router-dom'
import { Fold } from './fold'

export interface QuestionList {
  title: string
  list: readonly {
    question: string
    answer: string
    /** A page of the site, an email or a phone number */
    link?: { label: string; to: string }
  }[]
}

/** What people ask first, each answer under its question. */
export function Questions({ content }: { content: QuestionList }) {
  return (
    <section aria-labelledby="questions" className="max-w-narrow">
      <h2 id="questions" className="text-subheading">
        {content.title}
      </h2>
      <div className="mt-4 border-t border-line-strong">
        {content.list.map(({ question, answer, link }) => (
          <Fold key={question} title={question}>
            <p className="max-w-measure text-ink-soft">
              {answer}{' '}
              {link &&
                (link.to.startsWith('/') ? (
                  <Link to={link.to}>{link.label}</Link>
                ) : (
                  <a href={link.to}>{link.label}</a>
                ))}
            </p>
          </Fold>
        ))}
      </div>
    </section>
  )
}
