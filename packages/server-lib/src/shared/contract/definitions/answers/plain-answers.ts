/** The types of answers that do not depend on the definition of their field, by the type of the field. */
export interface PlainAnswers {
  short_text: string;
  long_text: string;
  email: string;
  url: string;
  phone: string;
  date: string;
  time: string;
  hidden: string;
  number: number;
  rating: number;
  scale: number;
}
