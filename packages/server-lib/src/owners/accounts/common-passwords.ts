/**
 * The most common passwords of public leaks, in lower case. Some are shorter than a password may be, because people append
 * digits to them.
 */
const list = `
abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcd1234 abc123abc a1b2c3d4 aa123456 aaaaaa aaaaaaaa asd asdf asdfg
asdfgh asdfghj asdfghjk asdfghjkl asdf1234 asdfasdf asdasdasd a123456 ab123456
qwe qwer qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop qwer1234 qwerqwer qweqweqwe qweasd qweasdzxc qwe123qwe qwertyqwerty
q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx qazwsxedc qaz123wsx 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 zaq1xsw2 !qaz2wsx
1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 123qwe 123qweasd 123qweasdzxc 1234qwer 12345qwert qwerty123456 azerty azertyuiop
zxc zxcv zxcvb zxcvbn zxcvbnm zxcvbnm123 qwertz qwertzuiop asdfqwer
0123456789 0987654321 00000000 000000000 0000000000 11111111 111111111 1111111111 11112222 11223344 1122334455 112233445566
12121212 12123434 12312312 123123123 123123123123 12341234 123412341234 12344321 12345678 123456789 1234567890 12345678910
1234567891 123456781 123454321 1234554321 123456654321 1234567899 12345679 13131313 13579246 1357924680 135792468 14141414
147258369 147852369 14725836 159753159 159357159 159263487 19191919 20202020 21212121 22222222 222222222 23232323 24682468
25252525 25802580 31415926 314159265 33333333 36925814 43214321 44444444 45454545 45645645 456456456 456789123 55555555
555555555 5555555555 56565656 65432100 654321654321 66666666 666666666 69696969 741852963 77777777 777777777 7777777777
789456123 7894561230 78945612 78787878 80808080 85208520 87654321 876543210 88888888 888888888 8888888888 89898989 963852741
987654321 9876543210 98765432 99999999 999999999 9999999999 10101010 10203040 1020304050 01234567 012345678 01020304
password passwords password! passw0rd p@ssword p@ssw0rd p@55w0rd pa$$word pa$$w0rd pa55word passwort passwort1 motdepasse
contrasena contraseña wachtwoord parola senha password1! password12! password123! password1234! passwordpassword passpass pass
pass1234 passpass1 mypassword mypassword1 yourpassword newpassword oldpassword thepassword nopassword mypass password01 password00
admin admin1 admin123 administrator adminadmin admin1234 admin@123 root rootroot toor superuser superadmin sysadmin webmaster
user username useruser user1234 guest guestguest login default changeme changeit change_me letmein letmein! letmein1 letmein2
letmeinnow welcome welcome! welcome1 welcome1! welcome123! welcomeback access accessdenied secret secret! topsecret mysecret
secretpassword test testtest testing test1234 test123test tester demo demodemo temp temptemp temporary sample example nothing
hello hellohello hello123 helloworld hello!123 hithere goodmorning whatever whatever1 internet computer computer1 laptop
microsoft windows windows10 google facebook linkedin instagram youtube samsung iphone android apple myspace myspace1 twitter
nintendo playstation xbox360 minecraft fortnite pokemon pokemon1 charizard gameboy starcraft warcraft counterstrike
iloveyou iloveyou! iloveyou1 iloveyou2 iloveyou3 iloveu iluvyou iluvu ilovejesus ilovegod ilovemom ilovemydog iloveme
lovelove loveyou loveme lovers loverboy lovelife mylove truelove forever foreverlove sweetheart sweetie babygirl babygirl1 babyboy
princess princess1 prince beautiful gorgeous butterfly butterfly1 sunshine sunshine1 flower flowers rainbow rainbow1 chocolate
cookie cookies cupcake strawberry banana cherry orange pepper ginger cheese bubbles snowball snowflake summer summer1 winter
spring autumn january february march april june july august september october november december monday friday saturday sunday
monkey monkey1 dragon dragon1 tiger tigger tigger1 eagle eagles falcon dolphin dolphins elephant kitten kitty kittycat
mustang corvette ferrari porsche mercedes yamaha harley harleydavidson lamborghini
football football1 baseball baseball1 basketball soccer soccer1 hockey volleyball swimming liverpool liverpool1 arsenal
chelsea chelsea1 barcelona barcelona1 realmadrid juventus manchester manutd everton celtic rangers cowboys steelers
lakers yankees packers redsox patriots raiders
superman superman1 batman batman1 spiderman spiderman1 ironman wolverine starwars starwars1 skywalker gandalf matrix trustno1
trustnoone master master1 killer killer1 shadow shadow1 ninja hunter hunter2 ranger warrior wizard phoenix thunder
lightning diamond diamonds platinum silver golden blackjack jackpot casino money moneymoney rockstar metallica slipknot
nirvana blink182 eminem 50cent scorpion spartan pirate mickey mickeymouse donald garfield snoopy tweety scooby
scoobydoo looney barbie hellokitty winniethepooh
michael michael1 michelle michelle1 jennifer jennifer1 jessica jessica1 jordan jordan23 ashley ashley1 amanda nicole daniel
daniel1 danielle charlie charlie1 robert thomas matthew matthew1 andrew andrea joshua joshua1 anthony anthony1 william william1
christian christopher christine elizabeth alexander alexandra alexandre alejandra alejandro alexander1 benjamin brandon brandon1 brittany
caroline catherine charlotte danielle1 elizabeth1 fernando francesco francisco frederick gabriela gabriele gabriella giovanni
isabella isabelle jasmine jasmine1 jonathan jonathan1 katherine kimberly lorenzo madeline margaret mariposa martinez maverick maxwell
mercedes1 mohammed muhammad nicholas nicholas1 patricia patrick patrick1 rebecca rebecca1 samantha samantha1 savannah scarlett
sebastian sebastian1 stephanie stephen steven taylor taylor1 valentina valentin vanessa vanessa1 veronica victoria victoria1
virginia vladimir yourmom
america america1 australia brazil canada england germany london newyork newyork1 paris california carolina florida texas
alaska colorado arizona oakland brooklyn
jesus jesuschrist jesus1 blessed blessing godisgood godislove heaven angel angels angel1 faith grace hallelujah
fuckyou fuckyou1 fuckyou2 fuckoff asshole asshole1 bullshit motherfucker sexsex sexysexy pussy bitch biteme
abcabc abcabcabc abc12345 abcdabcd aaa111 aaa11111 asdf123 q123456789 qwe12345 qwert12345 zxcv1234 zxcasdqwe xxxxxx xxxxxxxx zzzzzzzz
`;

/** The passwords that attackers try first, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/));
