/** Letters that are written from right to left, and characters that turn what follows. */
const turning =
  /[\p{Bidi_Control}\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Mende_Kikakui}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u

/** A typed name for the middle of a text: it never turns the text beside it. */
export const isolated = (text: string): string =>
  turning.test(text) ? `\u2068${text.replace(/[\u2066-\u2069]/g, '')}\u2069` : text
