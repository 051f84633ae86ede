"""The school: drills drawn from the rules, a schedule that brings the weak cells up, records, examinations.

What a drill asks and what is right is asked of the rules each time; no rule is written here a second time.
"""
