"""Who chooses: a decision comes in, the number of an option goes out.

``protocol`` what a provider sees of a decision · ``answers`` written answers matched to decisions ·
``random`` equal chances · ``scripted`` a file of answers · ``human`` a person at a terminal, with
``tables`` and ``glance`` for what is shown. May import the runtime and what is below it; the three kinds of
provider know nothing of each other.
"""
