/** Begins the one line that says what is wrong with the words; it passes through the bundler's output. */
export const MISTAKE = 'A mistake in src/content: ';
