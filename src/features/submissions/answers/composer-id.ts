/** The id of the text field of an answer */
export const composerId = 'answer-text'
