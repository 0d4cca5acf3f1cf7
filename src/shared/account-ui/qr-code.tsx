import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

interface QrCodeProps {
  text: string
  /** What it is for, as in "QR code for your authenticator app" */
  label: string
}

/** Dark on white in dark mode too: not every scanner reads the reverse. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      role="img"
      aria-label={label}
      className="my-3 w-56 max-w-full rounded-control bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  )
}

function draw(text: string): { size: number; path: string } {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const modules = Array.from({ length: size }, (_, index) => index)
  const path = modules
    .flatMap((y) => modules.filter((x) => code.isDark(y, x)).map((x) => `M${x} ${y}h1v1h-1z`))
    .join('')
  return { size, path }
}
