/*
 * What ordinary words have to do with each other: synonyms, and whether an outcome of that name is good or bad news. General
 * English and the vocabulary of common trades; nothing here names a particular database.
 */

export type Concept = {
  readonly words: readonly string[];
  /** Words for the contrary: who survives does not die. */
  readonly contrary?: readonly string[];
  /** Whether more of it is good or bad news; of the contrary the other way round. */
  readonly news?: 'good' | 'bad';
};

const list = (text: string): readonly string[] => text.split(/\s+/);

const concept = (words: string, news?: 'good' | 'bad', contrary?: string): Concept => ({
  words: list(words),
  ...(news && { news }),
  ...(contrary !== undefined && { contrary: list(contrary) }),
});

/** Outcomes with their news. */
export const OUTCOMES: readonly Concept[] = [
  concept(
    'die died dead death deaths deceased decease fatal fatality mortality lethal perish expire casualty killed',
    'bad',
    'survive survived survival survivor alive live lives life lived living',
  ),
  concept(
    'churn churned leave leaves left leaving cancel cancelled canceled cancellation attrition quit exit exited lapse lapsed unsubscribe unsubscribed terminate terminated defect lost resign resigned turnover',
    'bad',
    'retain retained retention stay stayed keep kept loyal renew renewed renewal continue active',
  ),
  concept(
    'fail failed fails failure failing unsuccessful breakdown broken broke crash crashed fault faulty malfunction outage downtime',
    'bad',
    'succeed success successful succeeded work works worked pass passed passing',
  ),
  concept(
    'unresolved unsolved',
    'bad',
    'resolve resolves resolved resolving resolution solve solves solved solving solution fix fixes fixed fixing',
  ),
  concept(
    'relapse relapsed recurrence recurred readmit readmitted readmission rehospitalized rehospitalised worsen worsened deteriorate deteriorated complication complications',
    'bad',
    'recover recovered recovery cure cured heal healed healing improve improved improvement remission respond responded response responder better',
  ),
  concept(
    'reject rejected rejection deny denied denial refuse refused decline declined dismissed',
    'bad',
    'admit admitted admission accept accepted acceptance approve approved approval hire hired hiring grant granted promote promoted promotion enroll enrolled offer offered',
  ),
  concept(
    'defect defects defective flaw scrap scrapped reject rejects nonconforming rework reworked error errors mistake bug bugs',
    'bad',
  ),
  concept(
    'complain complaint complaints dissatisfied dissatisfaction unhappy',
    'bad',
    'satisfy satisfied satisfaction happy happiness nps recommend recommended',
  ),
  concept(
    'default defaulted delinquent delinquency arrears bankrupt bankruptcy insolvent fraud fraudulent chargeback',
    'bad',
    'repay repaid repayment',
  ),
  concept('late delay delayed delays overdue tardy lateness', 'bad', 'punctual ontime reliable reliably'),
  concept('return returned returns refund refunded refunds', 'bad'),
  concept('accident accidents injury injuries injured incident incidents collision harm harmed adverse', 'bad'),
  concept(
    'infect infected infection infections sick illness hospitalized hospitalised hospitalization hospitalisation icu',
    'bad',
  ),
  concept(
    'absent absence absences absenteeism dropout',
    'bad',
    'attend attended attendance present graduate graduated graduation complete completed completion',
  ),
  concept(
    'convert converted conversion conversions purchase purchased buy bought subscribe subscribed signup click clicked',
    'good',
  ),
  concept('win won wins victory', 'good', 'lose lost loss losses defeat defeated'),
  concept(
    'revenue sales sale sold sell sells selling turnover income earnings earn earns earned proceeds takings spend spends spent spending salary salaries sal wage wages pay paid compensation',
    'good',
  ),
  concept('profit profits profitability margin gain gains benefit return yield', 'good'),
  concept(
    'score scores grade grades mark marks rating ratings rated quality performance gpa points productivity output efficiency',
    'good',
  ),
  concept(
    'cost costs expense expenses expenditure price waste loss losses damage cheap cheaper cheapest expensive pricey',
    'bad',
  ),
  concept(
    'wait waiting waits duration latency time downtime seconds secs minutes mins hours hrs days slow slower slowest fast faster fastest quick quicker quickest speed long longer longest',
    'bad',
  ),
];

/** Other things that have several names. */
export const SYNONYMS: readonly Concept[] = [
  concept(
    'treatment treatments drug drugs medicine medicines medication medications medicament therapy therapies remedy remedies regimen intervention procedure surgery operation rx prescription pharmaceutical cure agent',
  ),
  concept('patient patients case cases subject subjects participant participants sufferer'),
  concept('person persons people individual individuals human citizen resident passenger passengers'),
  concept(
    'customer customers client clients subscriber subscribers buyer buyers account accounts member members user users consumer consumers shopper',
  ),
  concept(
    'employee employees worker workers staff rep reps representative representatives agent agents salesperson salespeople salesman seller sellers clerk associate colleague',
  ),
  concept('supplier suppliers vendor vendors provider producer'),
  concept('product products item items article articles good goods sku merchandise'),
  concept('order orders purchase purchases transaction transactions invoice invoices sale sales'),
  concept('sex gender'),
  concept('female females woman women girl girls lady f w'),
  concept('male males man men boy boys gentleman m'),
  concept('age aged ages years old older oldest young younger elderly'),
  concept('child children kid kids minor minors'),
  concept('adult adults grown'),
  concept('severity severe seriousness acuity intensity stage triage criticality'),
  concept(
    'comorbidity comorbidities condition conditions disease diseases illness illnesses diagnosis diagnoses disorder ailment preexisting history',
  ),
  concept('dose dosage doses milligrams mg amount strength quantity'),
  concept('department departments dept division unit faculty school major'),
  concept('region regions rgn area territory zone district province state'),
  concept('country countries nation'),
  concept('city cities town location place'),
  concept('shop shops store stores branch outlet site'),
  concept('machine machines equipment device tool line press'),
  concept('contract contracts plan plans subscription tariff package agreement'),
  concept('price prices charge charges fee fees'),
  concept('amount amt total sum value revenue sales turnover spend spent spending basket'),
  concept('tenure seniority loyalty length'),
  concept('class category type kind group segment tier level'),
  concept('channel source campaign medium'),
  concept('applicant applicants candidate candidates student students pupil pupils'),
  concept('teacher teachers instructor professor lecturer'),
  concept('doctor doctors physician surgeon clinician'),
  concept('hospital hospitals clinic clinics facility ward'),
  concept('smoker smokers smoking smoke smokes tobacco'),
  concept('size sizes diameter dimension'),
  concept('wear wears wearing wore worn'),
  concept('quantity quantities qty pieces volume'),
  concept('promotion promotions promo promos promoted discount discounts offer offers'),
  concept('shift shifts crew team'),
  concept('month months monthly'),
  concept('north northern n'),
  concept('south southern s'),
  concept('east eastern e'),
  concept('west western w'),
  concept('phone phones mobile smartphone handset cell'),
  concept('computer desktop pc laptop'),
  concept('france french fr fra'),
  concept('germany german germans de deu ger'),
  concept('spain spanish spaniard spaniards es esp'),
  concept('italy italian italians it ita'),
  concept('portugal portuguese pt prt'),
  concept('netherlands dutch holland nl nld'),
  concept('belgium belgian belgians be bel'),
  concept('austria austrian austrians at aut'),
  concept('switzerland swiss ch che'),
  concept('poland polish poles pl pol'),
  concept('sweden swedish swedes se swe'),
  concept('norway norwegian norwegians no nor'),
  concept('denmark danish danes dk dnk'),
  concept('finland finnish finns fi fin'),
  concept('ireland irish ie irl'),
  concept('britain british briton britons uk gb gbr'),
  concept('america american americans usa us'),
  concept('canada canadian canadians ca can'),
  concept('mexico mexican mexicans mx mex'),
  concept('brazil brazilian brazilians br bra'),
  concept('china chinese cn chn'),
  concept('japan japanese jp jpn'),
  concept('india indian indians in ind'),
  concept('australia australian australians au aus'),
  concept('turkey turkish turks tr tur'),
  concept('greece greek greeks gr grc'),
  concept('energy power electricity consumption usage use kwh'),
];
