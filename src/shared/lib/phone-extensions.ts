/** As `private.telephones` reads it. */
const extension = /(?<=\d)[\s().,:]*(?:;\s*ext\s*=|,,|ext(?:ension|n)?[.:]*|x|#)\s*\d{1,7}(?!\d)/gi

/** `512-770-3586 x204` is `512-770-3586`: the number leads to whoever has it, with every extension. */
export const withoutExtensions = (text: string): string =>
  text.replaceAll(extension, (found, at: number) => {
    const [number = ''] = /[-+().\s/\d]*$/.exec(text.slice(0, at)) ?? []
    return number.replaceAll(/\D/g, '').length < 7 ? found : ''
  })
