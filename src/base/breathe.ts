/** Awaited again and again in long computations: lets others have their turn when it is time, and resolves at once otherwise. */
export type Breathe = () => Promise<void>;

/** For computations beside which nobody waits. */
export const inOneBreath: Breathe = async () => undefined;
