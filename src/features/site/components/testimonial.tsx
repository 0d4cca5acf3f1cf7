import Star from 'lucide-react/icons/star'
import { Picture, type PictureData } from './picture'

interface Voice {
  quote: string
  name: string
  role: string
  image: PictureData
}

const stars = [1, 2, 3, 4, 5]

export function Testimonial({ voice }: { voice: Voice }) {
  return (
    <figure className="flex h-full flex-col">
      <Picture picture={voice.image} className="max-w-36 rounded-t-full" />
      <p role="img" aria-label="5 out of 5 stars" className="mt-5 flex gap-1">
        {stars.map((star) => (
          <Star key={star} aria-hidden="true" className="size-5 fill-clay-500 text-clay-500" />
        ))}
      </p>
      <blockquote className="mt-3 flex-1 font-display text-subheading text-forest-900">
        <p>“{voice.quote}”</p>
      </blockquote>
      <figcaption className="mt-4">
        <span className="block font-semibold">{voice.name}</span>
        <span className="block text-sm text-ink-soft">{voice.role}</span>
      </figcaption>
    </figure>
  )
}
